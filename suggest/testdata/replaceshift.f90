module blocks
  implicit none
  integer, parameter :: wp = kind(1d0)
  type grid
    real(wp), allocatable :: h(:,:)
    integer :: mark = 0
  end type
end module
! Blocks that are shifted in a ring, as in Cannon's algorithm, and edges along a chain.
program p
  use mpi
  use blocks, only: grid
  implicit none
  integer, parameter :: n = 6
  real(8), allocatable :: a(:,:), b(:,:), c(:,:)
  double precision :: u(0:n+1,0:n+1), x
  complex(8) :: z(n)
  logical :: mine
  integer :: list(n), ring, rank, ranks, left, right, below, above, ierr, k, status(MPI_STATUS_SIZE)
  type(grid) :: g
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., ring, ierr)
  call MPI_Comm_rank(ring, rank, ierr)
  call MPI_Cart_shift(ring, 0, 1, left, right, ierr)
  below = rank - 1
  above = rank + 1
  if (below < 0) below = MPI_PROC_NULL
  if (above >= ranks) above = MPI_PROC_NULL
  allocate (a(n,n), b(n,n), c(n,n), g%h(n,n))
  a = rank + 1
  b = 0.5d0*rank
  c = 0
  g%h = rank
  g%mark = rank
  u = rank
  x = rank
  z = rank
  mine = mod(rank, 2) == 0
  list = [(rank*k, k=1, n)]
  do k = 1, ranks
    c = c + matmul(a, b)
    call MPI_Sendrecv_replace(a, n*n, MPI_DOUBLE_PRECISION, left, 1, right, 1, ring, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv_replace(b, size(b), MPI_DOUBLE_PRECISION, right, 2, left, 2, ring, MPI_STATUS_IGNORE, ierr)
    if (mine) b(1,1) = b(1,1) + 1
  end do
  do k = 1, 3
    ! a column, a row, a part of a column; two tags; nobody at the ends
    call MPI_Sendrecv_replace(u(1,n), n, MPI_DOUBLE_PRECISION, above, 3, below, 3, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv_replace(u(1,:), n+2, MPI_DOUBLE_PRECISION, below, 4, above, 4, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv_replace(u(2:4,2), 3, MPI_DOUBLE_PRECISION, modulo(rank+1, ranks), 5+mod(rank, 2), &
      modulo(rank-1, ranks), 5+mod(modulo(rank-1, ranks), 2), MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv_replace(g%h(1,2), n, MPI_REAL8, left, 7, right, 7, ring, status, ierr)
    call MPI_Sendrecv_replace(g%mark, 1, MPI_INTEGER, left, 8, right, 8, ring, status, ierr)
    call MPI_Sendrecv_replace(x, 1, MPI_DOUBLE_PRECISION, right, 9, left, 9, ring, status, ierr)
    call MPI_Sendrecv_replace(z, n, MPI_DOUBLE_COMPLEX, right, 10, left, 10, ring, status, ierr)
    if (ierr /= 0) print *, 'failed'
    call MPI_Sendrecv_replace(mine, 1, MPI_LOGICAL, right, 11, left, 11, ring, status, ierr)
    if (k > 1) call MPI_Sendrecv_replace(list(2), 3, MPI_INTEGER, right, 12, left, 12, ring, status, ierr)
    if (mod(k, 2) == 0) then
      call MPI_Sendrecv_replace(list(5), 1, MPI_INTEGER, right, 13, left, 13, ring, status, ierr)
    end if
    call turn(list, g%h, n)
    u(1:n,1:n) = 0.5d0*u(1:n,1:n) + 0.25d0*(u(0:n-1,1:n) + x)
  end do
  print '(i3,4f16.8,l2,8i5)', rank, sum(c), sum(u), sum(g%h), real(sum(z)), mine, g%mark, list
  call MPI_Finalize(ierr)
contains
  subroutine turn(l, h, n)
    integer, intent(in) :: n
    integer, intent(inout) :: l(:)
    real(8), intent(inout) :: h(n,*)
    call MPI_Sendrecv_replace(l, 2, MPI_INTEGER, right, 14, left, 14, ring, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv_replace(h(1,1), n, MPI_DOUBLE_PRECISION, right, 15, left, 15, ring, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv_replace(h(2,3), n-1, MPI_DOUBLE_PRECISION, left, 16, right, 16, ring, MPI_STATUS_IGNORE, ierr)
  end subroutine
end program p
