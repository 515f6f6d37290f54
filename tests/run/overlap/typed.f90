! The module mpi_f08: handles are types, error codes may be left out.
program typed
  use mpi_f08
  implicit none
  integer, parameter :: n = 30000
  real :: a(n), b(n, 2), w(n)
  integer :: counts(3), rank, ranks, i, k, right, left, got
  type(MPI_Status) :: status
  type(MPI_Comm) :: comm
  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, ranks)
  right = modulo(rank + 1, ranks)
  left = modulo(rank - 1, ranks)
  a = [(0.5*i + rank, i=1, n)]
  b = 0
  w = 1
  do k = 1, 3
    call MPI_Sendrecv(a, n, MPI_REAL, right, k, b(1, 2), n, MPI_REAL, left, k, comm, status)   ! overlaps
    do i = 1, n
      w(i) = w(i) + b(i, 1)
    end do
    call MPI_Get_count(status, MPI_REAL, got)
    w(1) = w(1) + got + status%MPI_SOURCE + status%MPI_TAG
    b(:, 1) = b(:, 2)
  end do
  if (rank == 0) then
    do k = 1, ranks - 1
      call MPI_Recv(counts, 3, MPI_INTEGER, MPI_ANY_SOURCE, 9, comm, status)   ! overlaps
      w = 0.5*w
      w(k) = w(k) + sum(counts)
      print *, counts
    end do
  else
    counts = [rank, got, k]
    call MPI_Send(count=3, buf=counts, datatype=MPI_INTEGER, dest=0, tag=9, comm=comm)   ! overlaps
    w = 0.5*w + 1
    counts = -1
  end if
  print *, 'typed', rank, sum(w), sum(b)
  call MPI_Finalize()
end program typed
