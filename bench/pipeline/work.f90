! What a stage of the pipeline does to a column: real work, or sleep of the
! same length where the ranks outnumber the processors. mdmpf90 takes a call of
! what it does not know for what it may be, a wait for another rank; so sleep is
! in a function of the language, one that no compiler computes for several
! elements at once: in this program bessel_jn(n, x) is 1 and takes n microseconds.
!
! Where ranks outnumber processors, one that waits inside MPI keeps a processor from one
! that has work to do. So all waits of the hand-written variants can be told to hand over the
! processor between looks; MDMP_SPIN=1 tells the run time of the directives.
module work
  use mpi
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: nap, wait_for, crowded, sleeping_bessel
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

  ! What bessel_jn(n, x) calls.
  function sleeping_bessel(n, x) result(one) bind(C, name='jn')
    integer(c_int), value :: n
    real(c_double), value :: x
    real(c_double) :: one
    call nap(n)
    one = 1 + 0*x
  end function sleeping_bessel

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
