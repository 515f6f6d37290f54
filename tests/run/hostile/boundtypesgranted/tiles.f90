! A type with a procedure of its own: Fortran does not let its variables pass as mere bytes.
module tiles
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 20
  integer :: rank, left, right
  type field
    real(8), allocatable :: u(:,:)
  contains
    procedure :: edges
  end type
  type(field) :: tile(2)
contains
  subroutine edges(x)
    class(field), intent(inout) :: x
    !$mdmp send(x%u(:,1), left)
    !$mdmp recv(x%u(:,m+1), right)
    !$mdmp send(x%u(:,m), right)
    !$mdmp recv(x%u(:,0), left)
  end subroutine
  subroutine all_edges
    integer :: k
    do k = 1, 2
      call tile(k)%edges()
    end do
  end subroutine
  subroutine relax(x)
    class(field), intent(inout) :: x
    integer :: i, j
    do j = 1, m
      do i = 2, n-1
        x%u(i,j) = 0.25d0*(x%u(i-1,j) + x%u(i+1,j) + x%u(i,j-1) + x%u(i,j+1))
      end do
    end do
  end subroutine
end module

subroutine others
  use tiles
  implicit none
  call tile(2)%edges()
end subroutine
