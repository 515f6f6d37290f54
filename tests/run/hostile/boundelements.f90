! A loop over an array of a type to which procedures are bound, of which it passes the elements on: no call of the run time can be given
! the array.
module m_elements
  implicit none
  integer, parameter :: n = 40, m = 24
  type field
    real(8), allocatable :: u(:,:)
  contains
    procedure :: first
  end type
contains
  real(8) function first(f)
    class(field), intent(in) :: f
    first = f%u(1,1)
  end function
  subroutine relax(f, s)
    class(field), intent(inout) :: f
    real(8), intent(in) :: s(n)
    integer :: j
    do j = 1, m
      f%u(:,j) = 0.5d0*f%u(:,j) + 0.25d0*f%u(:,j+1) + s
    end do
  end subroutine
end module

program boundelements
  use mpi
  use m_elements
  implicit none
  type(field) :: f(3)
  real(8) :: s(n,3), a(n,0:m)
  integer :: rank, ranks, left, right, it, k, j, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks); right = modulo(rank + 1, ranks)
  s = rank + 1; a = rank
  do k = 1, 3
    allocate (f(k)%u(n,0:m+1), source=1d0*(k + rank))
  end do
  !$mdmp commregion
  do it = 1, 8
    !$mdmp recv(a(:,0), left)
    !$mdmp send(a(:,m), right)
    do k = 1, 3
      call relax(f(k), s(:,k))
    end do
    do j = 1, m
      a(:,j) = 0.5d0*a(:,j-1) + f(1)%u(:,j)
    end do
    !$mdmp recv(f(1)%u(:,0), left)
    !$mdmp send(f(1)%u(:,m), right)
    s(:,1) = a(:,m)*1d-3
  end do
  !$mdmp end commregion
  print '(i2,2(1x,z16.16))', rank, sum(a), f(2)%first()
  call MPI_Finalize(ierr)
end program
