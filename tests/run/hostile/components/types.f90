module types
  implicit none
  type field
    integer :: n = 0
    real(8), allocatable :: a(:,:)
    real(8) :: edge(4) = 0
    real(8), private :: secret(3) = 7
    real(8), pointer :: p(:,:) => null()
  end type
  type, extends(field) :: more
    real(8), allocatable :: b(:,:)
  end type
  type pair
    type(field) :: one, two
  end type
contains
  subroutine make(f, n, s)
    type(field), intent(out) :: f
    integer, intent(in) :: n
    real(8), intent(in) :: s
    integer :: i, j
    f%n = n
    allocate (f%a(n,0:n+1))
    do j = 0, n + 1
      do i = 1, n
        f%a(i,j) = s + i + 100*j
      end do
    end do
    f%edge = s
    allocate (f%p(n,0:n+1), source=f%a)
  end subroutine
  real(8) function secrets(f)
    type(field), intent(in) :: f
    secrets = sum(f%secret)
  end function
end module
