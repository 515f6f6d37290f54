! What a stage of the pipeline does to a column: real work, or sleep of the
! same length where the ranks outnumber the processors.
!
! There a rank that waits inside MPI keeps a processor from one that has work to
! do. So all waits of the hand-written variants can be told to hand over the
! processor between looks (as the run time of the directives does by itself).
module work
  use mpi
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  public :: nap, wait_for, crowded
  logical :: crowded = .false.
  interface
    integer(c_int) function usleep(microseconds) bind(C, name='usleep')
      import :: c_int
      integer(c_int), value :: microseconds
    end function usleep
    integer(c_int) function sched_yield() bind(C, name='sched_yield')
      import :: c_int
    end function sched_yield
  end interface
contains

  subroutine nap(microseconds)
    integer, intent(in) :: microseconds
    integer(c_int) :: ignored
    if (microseconds > 0) ignored = usleep(int(microseconds, c_int))
  end subroutine nap

  ! Completes a request.
  subroutine wait_for(request)
    integer, intent(inout) :: request
    integer :: status(MPI_STATUS_SIZE), ierr
    integer(c_int) :: ignored
    logical :: done
    if (.not. crowded) then
      call MPI_Wait(request, status, ierr)
      return
    end if
    do
      call MPI_Test(request, done, status, ierr)
      if (done) exit
      ignored = sched_yield()
    end do
  end subroutine wait_for

end module work
