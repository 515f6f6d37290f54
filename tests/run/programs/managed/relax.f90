!$mdmp manage
subroutine relax(x, y, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(0:n+1, 0:m+1), y(0:n+1, 0:m+1)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      y(i,j) = 0.2d0*(x(i,j) + x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))
    end do
  end do
  do j = 1, m
    do i = 1, n
      x(i,j) = y(i,j)
    end do
  end do
end subroutine relax

! Reads what its caller does not pass.
subroutine peek(y, s, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: y(0:n+1, 0:m+1)
  real(8), intent(inout) :: s
  real(8) :: u(0:41, 0:13), v(0:41, 0:13)
  common /grid/ u, v
  integer :: i
  s = s + y(1, 1)
  do i = 0, n
    s = s + u(i, m+1) - 0.5d0*u(i, 0)
  end do
end subroutine peek

subroutine touch(x, l, s)
  implicit none
  integer, intent(in) :: l
  real(8), intent(inout) :: x(l, *), s
  integer :: i
  s = s + 0.01d0
  do i = 1, l
    x(i, 1) = x(i, 1)*0.99d0
  end do
end subroutine touch

subroutine leave(x, n, m, it, *)
  implicit none
  integer, intent(in) :: n, m, it
  real(8), intent(inout) :: x(0:n+1, 0:m+1)
  integer :: i, j
  if (it < 4) return 1
  if (it > 100) stop 'never'
  do j = m, 1, -1
    do i = 1, n
      x(i,j) = x(i,j) + 0.1d0*x(i,j+1)
    end do
  end do
  if (x(1, 0) > 1d30) then
    print *, x(1:n, 0)
    return 1
  end if
end subroutine leave

subroutine half(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 1, n
      x(i,j) = x(i,j) + 0.05d0*x(i,j-1)
    end do
  end do
end subroutine half
