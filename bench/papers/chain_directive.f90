! Chains of ranks with directives: a block comes, another one is computed, that goes on.
! Each work has a loop of its own; labour takes some microseconds for a column.
module chain_FORM
  use chain_hand, only: answer, increment_of
  implicit none
  integer, parameter, private :: dp = kind(1.0d0), i8 = selected_int_kind(18)
contains

  ! Pair and cascade: blocks, of which each but a single one is answered.
  subroutine stages(work, a, b, m, n, effort, steps, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: step
    do step = 1, steps
      call stage(work, a, b, m, n, effort, prev, next)
      if (steps > 1) call answer(prev, next)
    end do
  end subroutine stages

  subroutine stage(work, a, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: i, j, k
    integer(i8) :: seed
    real(dp) :: x, one
    select case (work)
    case ('empty')
      !$mdmp commregion
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + 1
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp end commregion
    case ('random')
      seed = 4711
      !$mdmp commregion
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          do k = 1, effort
            seed = mod(16807_i8*seed, 2147483647_i8)
          end do
          b(i, j) = 0.5_dp*a(i, j) + real(seed, dp)/2147483647
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp end commregion
    case ('trig')
      !$mdmp commregion
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          x = a(i, j)
          do k = 1, effort
            x = sin(x) + cos(x)
          end do
          b(i, j) = x
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp end commregion
    case ('labour')
      !$mdmp commregion
      !$mdmp recv(a, prev)
      do j = 1, n
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + one
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp end commregion
    end select
  end subroutine stage

  ! A pair that says how large the pieces are to be. Each block is answered.
  subroutine surface(a, b, m, n, effort, increment, steps, prev, next)
    integer, intent(in) :: m, n, effort, increment, steps, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: i, j, step
    real(dp) :: one, token(2)
    token = 0
    !$mdmp commregion delta(increment_of('FORM', increment))
    do step = 1, steps
      !$mdmp recv(a, prev)
      do j = 1, n
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + one
        end do
      end do
      !$mdmp send(b, next)
      continue
      !$mdmp send(token(1), prev)
      !$mdmp recv(token(2), next)
    end do
    !$mdmp end commregion
  end subroutine surface

  ! All ranks at once: compute a block, send it to the next, take in the one of the rank before.
  subroutine ring(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    integer :: i, j, k
    integer(i8) :: seed
    real(dp) :: x, one
    select case (work)
    case ('empty')
      !$mdmp commregion
      do j = 1, n
        do i = 1, m
          b(i, j) = 0.5_dp*c(i, j) + 1
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          b(i, j) = b(i, j) + a(i, j)
        end do
      end do
      !$mdmp end commregion
    case ('random')
      seed = 4711
      !$mdmp commregion
      do j = 1, n
        do i = 1, m
          do k = 1, effort
            seed = mod(16807_i8*seed, 2147483647_i8)
          end do
          b(i, j) = 0.5_dp*c(i, j) + real(seed, dp)/2147483647
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          b(i, j) = b(i, j) + a(i, j)
        end do
      end do
      !$mdmp end commregion
    case ('trig')
      !$mdmp commregion
      do j = 1, n
        do i = 1, m
          x = c(i, j)
          do k = 1, effort
            x = sin(x) + cos(x)
          end do
          b(i, j) = x
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          b(i, j) = b(i, j) + a(i, j)
        end do
      end do
      !$mdmp end commregion
    case ('labour')
      !$mdmp commregion
      do j = 1, n
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = 0.5_dp*c(i, j) + one
        end do
      end do
      !$mdmp send(b, next)
      !$mdmp recv(a, prev)
      do j = 1, n
        do i = 1, m
          b(i, j) = b(i, j) + a(i, j)
        end do
      end do
      !$mdmp end commregion
    end select
  end subroutine ring

  ! A reduction along a binary tree: the arrays of two children and one's own.
  subroutine reduce(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout) :: a(m, n), c(m, n), b(m, n)
    integer :: i, j, k
    integer(i8) :: seed
    real(dp) :: x, one
    select case (work)
    case ('empty')
      !$mdmp commregion
      !$mdmp recv(a, left)
      !$mdmp recv(c, right)
      do j = 1, n
        do i = 1, m
          b(i, j) = (b(i, j) + a(i, j)) + c(i, j)
        end do
      end do
      !$mdmp send(b, parent)
      !$mdmp end commregion
    case ('random')
      seed = 4711
      !$mdmp commregion
      !$mdmp recv(a, left)
      !$mdmp recv(c, right)
      do j = 1, n
        do i = 1, m
          do k = 1, effort
            seed = mod(16807_i8*seed, 2147483647_i8)
          end do
          b(i, j) = (b(i, j) + a(i, j)) + (c(i, j) + real(seed, dp)/2147483647)
        end do
      end do
      !$mdmp send(b, parent)
      !$mdmp end commregion
    case ('trig')
      !$mdmp commregion
      !$mdmp recv(a, left)
      !$mdmp recv(c, right)
      do j = 1, n
        do i = 1, m
          x = b(i, j)
          do k = 1, effort
            x = sin(x) + cos(x)
          end do
          b(i, j) = (x + a(i, j)) + c(i, j)
        end do
      end do
      !$mdmp send(b, parent)
      !$mdmp end commregion
    case ('labour')
      !$mdmp commregion
      !$mdmp recv(a, left)
      !$mdmp recv(c, right)
      do j = 1, n
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = (b(i, j) + a(i, j)) + (c(i, j) + one)
        end do
      end do
      !$mdmp send(b, parent)
      !$mdmp end commregion
    end select
  end subroutine reduce

end module chain_FORM
