! The chains in calls of the API of which nobody says what is complete or needed: pages are asked for (apipaged), or not (apisilent).
module chain_FORM
  use chain_api, only: way => FORM, stages_by, surface_by, ring_by, reduce_by
  implicit none
  private
  public :: stages, surface, ring, reduce
  integer, parameter :: dp = kind(1.0d0)
contains

  subroutine stages(work, a, b, m, n, effort, steps, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    call stages_by(way, work, a, b, m, n, effort, steps, prev, next)
  end subroutine stages

  subroutine surface(a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    call surface_by(way, a, b, m, n, effort, increment, steps, prev, next)
  end subroutine surface

  subroutine ring(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call ring_by(way, work, a, c, b, m, n, effort, prev, next)
  end subroutine ring

  subroutine reduce(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    call reduce_by(way, work, a, c, b, m, n, effort, left, right, parent)
  end subroutine reduce

end module chain_FORM
