! The chains in calls of the API, in C: annotated, or (the _by routines) without a word.
module chain_api
  use chain_hand, only: answer
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: stages, surface, ring, reduce, stages_by, surface_by, ring_by, reduce_by
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter, public :: annotated = 0, apipaged = 1, apisilent = 2 ! as in chain_api.c

  interface
    subroutine api_stage(work, a, b, m, n, effort, prev, next, way) bind(C, name='chain_api_stage')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, prev, next, way
      real(c_double), intent(inout) :: a(*), b(*)
    end subroutine api_stage
    subroutine api_ring(work, a, c, b, m, n, effort, prev, next, way) bind(C, name='chain_api_ring')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, prev, next, way
      real(c_double), intent(inout) :: a(*), c(*), b(*)
    end subroutine api_ring
    subroutine api_reduce(work, a, c, b, m, n, effort, left, right, parent, way) &
      bind(C, name='chain_api_reduce')
      import :: c_int, c_double
      integer(c_int), value :: work, m, n, effort, left, right, parent, way
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
    call stages_by(annotated, work, a, b, m, n, effort, steps, prev, next)
  end subroutine stages

  subroutine stages_by(way, work, a, b, m, n, effort, steps, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: way, m, n, effort, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: step
    do step = 1, steps
      call api_stage(number(work), a, b, m, n, effort, prev, next, way)
      if (steps > 1) call answer(prev, next)
    end do
  end subroutine stages_by

  subroutine surface(a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    call surface_by(annotated, a, b, m, n, effort, increment, steps, prev, next)
  end subroutine surface

  ! Increments are of MDMP_DELTA bytes, whatever is said of them.
  subroutine surface_by(way, a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: way, m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: step
    do step = 1, steps
      if (increment > 0) call api_stage(number('labour'), a, b, m, n, effort, prev, next, way)
      call answer(prev, next)
    end do
  end subroutine surface_by

  subroutine ring(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call ring_by(annotated, work, a, c, b, m, n, effort, prev, next)
  end subroutine ring

  subroutine ring_by(way, work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: way, m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call api_ring(number(work), a, c, b, m, n, effort, prev, next, way)
  end subroutine ring_by

  subroutine reduce(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call reduce_by(annotated, work, a, c, b, m, n, effort, left, right, parent)
  end subroutine reduce

  subroutine reduce_by(way, work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: way, m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call api_reduce(number(work), a, c, b, m, n, effort, left, right, parent, way)
  end subroutine reduce_by

end module chain_api
