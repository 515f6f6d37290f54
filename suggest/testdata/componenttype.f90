module kinds
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  type :: neighbours
    integer :: left, right, up, down
    integer :: row, column, spread
  end type neighbours
contains
  subroutine setup(q, rank, ranks)
    type(neighbours), intent(out) :: q
    integer, intent(in) :: rank, ranks
    integer :: ierr, at(m), long(m)
    q%left = rank - 1
    if (q%left < 0) q%left = MPI_PROC_NULL
    q%right = rank + 1
    if (q%right >= ranks) q%right = MPI_PROC_NULL
    q%up = q%left
    q%down = q%right
    call MPI_Type_vector(m+2, 1, n, MPI_DOUBLE_PRECISION, q%row, ierr)
    call MPI_Type_commit(q%row, ierr)
    call MPI_Type_contiguous(n, MPI_DOUBLE_PRECISION, q%column, ierr)
    call MPI_Type_commit(q%column, ierr)
    at = (/ 0, n, 2*n, 3*n, 4*n, 5*n /)
    long = 1
    call MPI_Type_indexed(m, long, at, MPI_DOUBLE_PRECISION, q%spread, ierr)
    call MPI_Type_commit(q%spread, ierr)
  end subroutine setup

  subroutine exchange(u, q)
    real(8), intent(inout) :: u(n,0:m+1)
    type(neighbours), intent(in) :: q
    integer :: ierr
    call MPI_Sendrecv(u(1,1), 1, q%column, q%left, 1, u(1,m+1), 1, q%column, q%right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(2,0), 1, q%row, q%up, 2, u(n,0), 1, q%row, q%down, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(3,1), 1, q%spread, q%up, 3, u(n-1,1), 1, q%spread, q%down, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end subroutine exchange
end module kinds

program p
  use kinds
  implicit none
  type(neighbours) :: q
  real(8) :: u(n,0:m+1)
  integer :: rank, ranks, ierr, it, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call setup(q, rank, ranks)
  do i = 1, n
    u(i,:) = rank + 0.1d0*i
  end do
  do it = 1, 10
    call exchange(u, q)
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
