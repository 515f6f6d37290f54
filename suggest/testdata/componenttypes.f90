module kinds
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  type :: neighbours
    integer :: left, right
    integer :: twice, local, given, spread
  end type neighbours
contains
  subroutine setup(q, rank, ranks, k)
    type(neighbours), intent(out) :: q
    integer, intent(in) :: rank, ranks, k
    integer :: ierr, at(3), long(3)
    q%left = modulo(rank - 1, ranks)
    q%right = modulo(rank + 1, ranks)
    call MPI_Type_contiguous(n, MPI_DOUBLE_PRECISION, q%twice, ierr)
    if (k > n) call MPI_Type_contiguous(k, MPI_DOUBLE_PRECISION, q%twice, ierr)
    call MPI_Type_commit(q%twice, ierr)
    call MPI_Type_contiguous(k, MPI_DOUBLE_PRECISION, q%local, ierr)
    call MPI_Type_commit(q%local, ierr)
    call make(q%given)
    at = (/ 0, 1, 3 /)
    long = 1
    call MPI_Type_indexed(3, long, at, MPI_DOUBLE_PRECISION, q%spread, ierr)
    call MPI_Type_commit(q%spread, ierr)
  end subroutine setup

  subroutine make(t)
    integer, intent(out) :: t
    integer :: ierr
    call MPI_Type_contiguous(n, MPI_DOUBLE_PRECISION, t, ierr)
    call MPI_Type_commit(t, ierr)
  end subroutine make

  subroutine exchange(u, q)
    real(8), intent(inout) :: u(n,0:m+1)
    type(neighbours), intent(in) :: q
    integer :: ierr
    call MPI_Sendrecv(u(1,1), 1, q%twice, q%left, 1, u(1,m+1), 1, q%twice, q%right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(1,1), 1, q%local, q%left, 2, u(1,m+1), 1, q%local, q%right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(1,1), 1, q%given, q%left, 3, u(1,m+1), 1, q%given, q%right, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(1,1), 1, q%spread, q%left, 4, u(1,m+1), 1, q%spread, q%right, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end subroutine exchange
end module kinds
