! Fields as components, as most codes have them: allocatable ones, of objects within objects, read and written in one iteration,
! with bounds of their own; in the procedure of the iteration they are variables.
module m_fields
  implicit none
  type :: grid
    real(8) :: h, weight(0:2)
    integer :: n, m
  end type
  type :: field
    type(grid) :: on
    real(8), allocatable :: now(:,:), then(:,:)
  end type
contains
  subroutine relax(f, g)
    type(field), intent(inout) :: f
    class(field), intent(in) :: g
    integer :: i, j
    do j = 1, f%on%m
      do i = 1, f%on%n
        f%then(i,j) = f%now(i,j) + f % on % h*(f%now(i-1,j)*F%On%Weight(0) + f%now(i+1,j)*f%on%weight(2) - 2*f%now(i,j)) &
            + g%on%h*g%now(i,j)*f%now(i,j-1) + exp(-f%now(i,j+1))
      end do
    end do
    do j = 1, f%on%m
      do i = 1, f%on%n
        f%now(i,j) = f%then(i,j)*f%on%weight(1) + f%on%h*f%now(i,j)
      end do
    end do
  end subroutine
end module

program fields
  use mpi
  use m_fields
  implicit none
  type(field) :: f, g
  integer :: rank, ranks, ierr, left, right, step, n, m, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  n = 301
  m = 40
  f%on = grid(0.01d0, [0.9d0, 0.95d0, 1.1d0], n, m)
  g%on = grid(0.02d0, [1d0, 2d0, 3d0], n, m)
  allocate (f%now(0:n+1,0:m+1), f%then(n,m), g%now(n,m))
  do j = 0, m + 1
    do i = 0, n + 1
      f%now(i,j) = sin(1d0*i*(j + 1)) + rank
      if (i > 0 .and. i <= n .and. j > 0 .and. j <= m) g%now(i,j) = cos(1d0*i + j)
    end do
  end do
  !$mdmp commregion
  do step = 1, 30
    !$mdmp recv(f%now(:,0), left)
    !$mdmp recv(f%now(:,m+1), right)
    !$mdmp send(f%now(:,m), right)
    !$mdmp send(f%now(:,1), left)
    call relax(f, g)
  end do
  !$mdmp end commregion
  print '(i3,3(1x,z16.16))', rank, sum(f%now), f%now(1,1), f%now(n/2,m/2)
  call MPI_Finalize(ierr)
end program
