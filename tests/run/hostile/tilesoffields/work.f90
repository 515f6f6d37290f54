! Types, the exchange, and kernels on one field.
module work
  implicit none
  integer, parameter :: n = 40, m = 9
  type field
    real(8), allocatable :: a(:,:)
    integer :: lo = 1, hi = m
  end type
  type tile
    type(field) :: f(3)
    type(tile), pointer :: next => null()
  end type
  real(8) :: shared(n, 0:m + 1) = 1
contains
  subroutine exchange(a, west, east)
    real(8), intent(inout) :: a(n, 0:m + 1)
    integer, intent(in) :: west, east
    !$mdmp recv(a(:, 0), west)
    !$mdmp send(a(:, m), east)
    !$mdmp recv(a(:, m + 1), east)
    !$mdmp send(a(:, 1), west)
  end subroutine
  subroutine smooth(a, c)
    real(8), intent(inout) :: a(n, 0:m + 1)
    real(8), intent(in) :: c
    real(8) :: b(n, 0:m + 1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        b(i, j) = a(i, j) + c*(a(i, j - 1) + a(i, j + 1) - 2*a(i, j))
      end do
    end do
    a(:, 1:m) = b(:, 1:m)
  end subroutine
  subroutine copy(a, b)
    real(8), intent(in) :: a(n, 0:m + 1)
    real(8), intent(inout) :: b(n, 0:m + 1)
    b(:, 1:m) = 0.5d0*b(:, 1:m) + 0.25d0*a(:, 1:m) + 0.25d0*a(:, 0:m - 1)
  end subroutine
  ! Reads what was received into a field that it does not get.
  subroutine fromshared(b)
    real(8), intent(inout) :: b(n, 0:m + 1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        b(i, j) = b(i, j) + 1d-3*shared(i, j - 1)
      end do
    end do
  end subroutine
  subroutine norm(a, s)
    real(8), intent(in) :: a(n, 0:m + 1)
    real(8), intent(out) :: s
    integer :: j
    s = 0
    do j = 0, m + 1
      s = s + a(3, j)
    end do
  end subroutine
  ! The memory of two fields changes hands.
  subroutine turn(x, y)
    type(field), intent(inout) :: x, y
    real(8), allocatable :: keep(:,:)
    call move_alloc(x%a, keep)
    call move_alloc(y%a, x%a)
    call move_alloc(keep, y%a)
  end subroutine
  subroutine row(a, k)
    real(8), intent(inout) :: a(n, 0:m + 1)
    integer, intent(in) :: k
    a(k, 1:m) = a(k, 1:m) + 1d-2*a(k, 0:m - 1)
  end subroutine
end module
