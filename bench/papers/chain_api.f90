! The chains in calls of the API, in C.
module chain_api
  use chain_hand, only: answer
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: stages, surface, ring, reduce
  integer, parameter :: dp = kind(1.0d0)

  interface
    subroutine api_stage(work, a, b, m, n, effort, prev, next) bind(C, name='chain_api_stage')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, prev, next
      real(c_double), intent(inout) :: a(*), b(*)
    end subroutine api_stage
    subroutine api_ring(work, a, c, b, m, n, effort, prev, next) bind(C, name='chain_api_ring')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, prev, next
      real(c_double), intent(inout) :: a(*), c(*), b(*)
    end subroutine api_ring
    subroutine api_reduce(work, a, c, b, m, n, effort, left, right, parent) bind(C, name='chain_api_reduce')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, left, right, parent
      real(c_double), intent(inout) :: a(*), c(*), b(*)
    end subroutine api_reduce
  end interface

contains

  ! The number of a work, as in chain_api.c.
  pure integer(c_int) function number(work)
    character(len=*), intent(in) :: work
    number = merge(1, 0, work == 'random') + merge(2, 0, work == 'trig') + merge(3, 0, work == 'labour')
  end function number

  subroutine stages(work, a, b, m, n, effort, steps, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: step
    do step = 1, steps
      call api_stage(number(work), a, b, m, n, effort, prev, next)
      if (steps > 1) call answer(prev, next)
    end do
  end subroutine stages

  ! Increments are of MDMP_DELTA bytes, whatever is said of them.
  subroutine surface(a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: step
    do step = 1, steps
      if (increment > 0) call api_stage(number('labour'), a, b, m, n, effort, prev, next)
      call answer(prev, next)
    end do
  end subroutine surface

  subroutine ring(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call api_ring(number(work), a, c, b, m, n, effort, prev, next)
  end subroutine ring

  subroutine reduce(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call api_reduce(number(work), a, c, b, m, n, effort, left, right, parent)
  end subroutine reduce

end module chain_api
