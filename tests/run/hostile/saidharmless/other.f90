module field
  implicit none
  integer, parameter :: n = 2000, m = 40
  real :: u(n, 0:m+1) = 0, v(n, 0:m+1) = 0
  integer :: first = 1, west, east
contains
  subroutine peek(x)
    real, intent(out) :: x
    x = sum(u(:,0)) + sum(u(:,m+1))
  end subroutine peek
end module field

subroutine tick(k)
  integer, intent(inout) :: k
  k = k + 1
end subroutine tick

! The neighbours change places.
subroutine turn(west, east, t)
  integer, intent(inout) :: west, east
  integer, intent(in) :: t
  integer :: keep
  if (mod(t, 4) /= 0) return
  keep = west
  west = east
  east = keep
end subroutine turn

! What is sent and received changes with first.
subroutine widen(t)
  use field, only: first
  integer, intent(in) :: t
  first = merge(2, 1, mod(t, 5) == 0)
end subroutine widen

subroutine corner(c, a)
  real :: c(4), a
  a = a + 1
end subroutine corner

real function weight(k)
  integer, intent(in) :: k
  weight = 0.001*k
end function weight

subroutine byvalue(x, sum)
  real, value :: x
  real, intent(inout) :: sum
  sum = sum + x
end subroutine byvalue
