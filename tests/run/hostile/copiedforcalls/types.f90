module types
  implicit none
  integer :: west, east, me
  type cell
    real(8) :: x, y
    integer :: k
  end type
  type base
    real(8) :: x
  end type
contains
  subroutine ring(a)
    real(8), intent(inout) :: a(:)
    integer :: n
    n = size(a)
    !$mdmp send(a(2:n/2), west)
    !$mdmp recv(a(n/2+2:n), east)
    !$mdmp send(a(2:2), east) tag(1)
    !$mdmp recv(a(1:1), west) tag(1)
  end subroutine
  subroutine use_it(a, s)
    real(8), intent(inout) :: a(:)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, size(a)
      a(i) = a(i)*0.5d0 + i
    end do
    s = s + a(1) + a(size(a))
    do i = 1, size(a)
      s = s + a(i)*1d-3
    end do
  end subroutine
  subroutine passes(c, s)
    class(base), intent(inout) :: c(:)
    real(8), intent(inout) :: s
    call takes(c)
    s = s + c(1)%x + c(size(c))%x
  end subroutine
  subroutine takes(c)
    type(base), intent(inout) :: c(:)
    integer :: n
    n = size(c)
    !$mdmp send(c(2), west)
    !$mdmp recv(c(n), east)
    !$mdmp send(c(n-1), east) tag(1)
    !$mdmp recv(c(1), west) tag(1)
  end subroutine
end module
