! Work of a known length, or sleep of the same length where the ranks outnumber
! the processors. mdmpf90 takes a call of what it does not know for what it may be,
! a wait for another rank; so the work is in a function of the language, one that
! no compiler computes for several elements at once: in programs with this file
! bessel_jn(n, x) is 1 and takes n microseconds.
!
! A system sleeps longer than it is told to, by some 50 us. So sleep is saved up
! to some length, and what was slept too long is not slept later.
!
! Where ranks outnumber processors, one that waits inside MPI keeps a processor from one
! that has work to do. So all waits of the hand-written variants can be told to hand over the
! processor between looks; MDMP_SPIN=1 tells the run time of the directives.
module work
  use mpi
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: nap, wait_for, settle, crowded, napping, sleeping_bessel
  logical :: crowded = .false.
  logical :: napping = .true. ! bessel_jn sleeps; else it keeps the processor busy
  integer, parameter :: dp = kind(1.0d0), i8 = selected_int_kind(18)
  real(dp), parameter :: least = 400.0e-6_dp ! seconds that are worth a call
  real(dp) :: owed = 0
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

  ! Sleeps, in the long run for as long as it is told to.
  subroutine nap(microseconds)
    integer, intent(in) :: microseconds
    integer(c_int) :: ignored
    real(dp) :: from
    owed = owed + 1.0e-6_dp*microseconds
    if (owed < least) return
    from = now()
    ignored = usleep(int(1.0e6_dp*owed, c_int))
    owed = owed - (now() - from)
  end subroutine nap

  ! Keeps the processor busy.
  subroutine labour(microseconds)
    integer, intent(in) :: microseconds
    real(dp) :: till
    till = now() + 1.0e-6_dp*microseconds
    do while (now() < till)
    end do
  end subroutine labour

  real(dp) function now()
    integer(i8) :: count, rate
    call system_clock(count, rate)
    now = real(count, dp)/rate
  end function now

  ! What bessel_jn(n, x) calls.
  function sleeping_bessel(n, x) result(one) bind(C, name='jn')
    integer(c_int), value :: n
    real(c_double), value :: x
    real(c_double) :: one
    if (napping) then
      call nap(n)
    else if (n > 0) then
      call labour(n)
    end if
    one = 1 + 0*x
  end function sleeping_bessel

  ! A barrier in which crowded ranks hand over the processor.
  subroutine settle
    integer :: request, ierr
    call MPI_Ibarrier(MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
  end subroutine settle

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
