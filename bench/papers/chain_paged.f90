! The chains with directives round code that is not seen: what it writes is found out by page protection. What is watched
! is what was sent before in the same region, so the region stands round all blocks of a pass. (A ring adds to its
! block what comes, and an array of a reduction is sent once for each start: there nothing can be won.)
module chain_paged
  use chain_hand, only: produce, combine
  implicit none
  private
  public :: stages, surface, ring, reduce
  integer, parameter :: dp = kind(1.0d0), i8 = selected_int_kind(18)
contains

  subroutine stages(work, a, b, m, n, effort, steps, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer(i8) :: seed
    integer :: step
    real(dp) :: token
    token = 0
    !$mdmp commregion
    do step = 1, steps
      seed = 4711
      !$mdmp recv(a, prev)
      call produce(work, a, b, m, n, 1, n, effort, seed)
      !$mdmp send(b, next)
      continue
      !$mdmp recv(token, next) if(steps > 1)
      continue
      !$mdmp send(token, prev) if(steps > 1)
    end do
    !$mdmp end commregion
  end subroutine stages

  subroutine surface(a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer(i8) :: seed
    integer :: step
    real(dp) :: token(2)
    seed = 4711
    token = 0
    !$mdmp commregion delta(increment)
    do step = 1, steps
      !$mdmp recv(a, prev)
      call produce('labour', a, b, m, n, 1, n, effort, seed)
      !$mdmp send(b, next)
      continue
      !$mdmp send(token(1), prev)
      !$mdmp recv(token(2), next)
    end do
    !$mdmp end commregion
  end subroutine surface

  subroutine ring(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    integer(i8) :: seed
    integer :: j
    seed = 4711
    !$mdmp commregion
    call produce(work, c, b, m, n, 1, n, effort, seed)
    !$mdmp send(b, next)
    !$mdmp recv(a, prev)
    do j = 1, n
      b(:, j) = b(:, j) + a(:, j)
    end do
    !$mdmp end commregion
  end subroutine ring

  subroutine reduce(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    !$mdmp commregion
    !$mdmp recv(a, left)
    !$mdmp recv(c, right)
    call combine(work, a, c, b, m, n, effort)
    !$mdmp send(b, parent)
    !$mdmp end commregion
  end subroutine reduce

end module chain_paged
