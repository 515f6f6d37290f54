! run: ranks 1 2
! A nest that names what an ASSOCIATE name stands for: allocatable arrays, sections of
! them, components behind it. Only components can be asked whether they are allocated.
program p
  use mpi
  implicit none
  integer, parameter :: n = 20, m = 12
  type tile
    integer, allocatable :: u(:,:)
    integer, pointer :: w(:) => null()
  end type
  type grid
    type(tile) :: t(3)
    integer, allocatable :: c(:,:)
  end type
  type(grid), target :: g
  integer, allocatable :: d(:,:), k(:)
  integer, pointer :: b(:,:)
  integer :: rank, nr, left, right, it, i, j, l, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  allocate (d(0:n+1,0:m+1), b(n,m), g%c(n,0:m+1), k(3))
  do l = 1, 3
    allocate (g%t(l)%u(n,0:m+1))
    g%t(l)%u = l + rank
  end do
  k = [2, 3, 1]
  allocate (g%t(2)%w(n))
  g%t(2)%w = 5
  d = rank; b = 0; g%c = 1
  l = 2
  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(d(n+1,1:m), right)
    !$mdmp recv(d(0,1:m), left)
    !$mdmp send(d(1,1:m), left)
    !$mdmp send(d(n,1:m), right)
    !$mdmp recv(g%t(l)%u(:,m+1), right) tag(1)
    !$mdmp send(g%t(l)%u(:,1), left) tag(1)
    associate (w => b(1:n,1:m), v => d(0:n+1,0:m+1), c => g%c, t => g%t(l), ts => g%t, d => d)
      do j = 1, m
        do i = 1, n
          w(i,j) = mod(v(i,j+2) + v(i+2,j) + 3*d(i,j) + c(i,j-1) + t%u(i,j+1) + ts(k(2))%u(i,j) + t%w(i), 9973)
        end do
      end do
      do j = 1, m
        do i = 1, n
          d(i,j) = mod(w(i,j)*7 + t%u(i,j-1), 10007)
        end do
      end do
      do j = 1, m
        do i = 1, n
          t%u(i,j) = mod(w(i,j) + c(i,j)*it, 4099)
          c(i,j) = c(i,j) + mod(d(i,j), 5)
        end do
      end do
    end associate
  end do
  !$mdmp end commregion
  print *, rank, sum(d), sum(b), sum(g%c), sum(g%t(2)%u)
  call MPI_Finalize(ierr)
end program
