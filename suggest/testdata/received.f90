! What a receive brings says what the next message is: how long it is, where it goes, whether there is one.
program p
  use mpi
  implicit none
  real(8) :: a(12), b(12)
  integer :: rank, ranks, ierr, it, k, n, first, more, from
  logical :: gives, gets
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  gives = mod(rank, 2) == 0 .and. rank + 1 < ranks
  gets = mod(rank, 2) == 1
  from = merge(rank-1, MPI_PROC_NULL, gets)
  a = [(rank + 0.5d0*k, k = 1, 12)]
  b = 0
  n = 1
  first = 9
  more = 0
  do it = 1, 4
    k = it
    if (gives) then
      call MPI_Send(k, 1, MPI_INTEGER, rank+1, 1, MPI_COMM_WORLD, ierr)
      call MPI_Send(a(1:k), k, MPI_DOUBLE_PRECISION, rank+1, 2, MPI_COMM_WORLD, ierr)
    end if
    if (gets) then
      call MPI_Recv(n, 1, MPI_INTEGER, rank-1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      call MPI_Recv(b(1:n), n, MPI_DOUBLE_PRECISION, rank-1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end if
    print *, rank, it, n, sum(b)
    k = 4 + it
    if (gives) then
      call MPI_Send(k, 1, MPI_INTEGER, rank+1, 3, MPI_COMM_WORLD, ierr)
      call MPI_Send(a(k), 1, MPI_DOUBLE_PRECISION, rank+1, 4, MPI_COMM_WORLD, ierr)
    end if
    if (gets) then
      call MPI_Recv(first, 1, MPI_INTEGER, rank-1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      call MPI_Recv(b(first), 1, MPI_DOUBLE_PRECISION, rank-1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end if
    print *, rank, it, first, sum(b)
    k = mod(it, 2)
    if (gives) call MPI_Send(k, 1, MPI_INTEGER, rank+1, 5, MPI_COMM_WORLD, ierr)
    if (gives .and. k > 0) call MPI_Send(a(12), 1, MPI_DOUBLE_PRECISION, rank+1, 6, MPI_COMM_WORLD, ierr)
    more = 0
    if (more == 0) call MPI_Recv(more, 1, MPI_INTEGER, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (more /= 0) call MPI_Recv(b(12), 1, MPI_DOUBLE_PRECISION, from, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    print *, rank, it, more, sum(b)
  end do
  call MPI_Finalize(ierr)
end program p
