module types
  implicit none
  type tile
    integer :: n = 0
    real(8), allocatable :: u(:,:), v(:,:)
    real(8), pointer :: w(:,:) => null()
  end type
  type, extends(tile) :: more
    real(8) :: edge(4) = 0
  end type
  type chunk
    type(tile), allocatable :: t(:)
    type(tile), pointer :: here => null()
    type(chunk), pointer :: next => null()
  end type
  type holder
    real(8), pointer :: w(:,:) => null()
    real(8), pointer :: total => null()
  contains
    final :: drop
  end type
  real(8), pointer :: kept(:,:) => null()
  integer :: current = 1, counted = 0
contains
  subroutine make(t, n, s)
    class(tile), intent(inout) :: t
    integer, intent(in) :: n
    real(8), intent(in) :: s
    integer :: i, j
    t%n = n
    if (allocated(t%u)) deallocate (t%u)
    allocate (t%u(n,0:n+1))
    do j = 0, n + 1
      do i = 1, n
        t%u(i,j) = s + i + 100*j
      end do
    end do
    t%v = t%u
    allocate (t%w(n,0:n+1), source=t%u)
  end subroutine
  subroutine drop(h)
    type(holder), intent(inout) :: h
    if (associated(h%w)) h%total = h%total + sum(h%w)
  end subroutine
  integer function counting(m)
    integer, intent(in) :: m
    counted = counted + 1
    counting = modulo(counted, m) + 1
  end function
end module
