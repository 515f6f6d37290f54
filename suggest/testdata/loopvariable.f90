program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), b(n,2), g(n,2)
  integer :: rank, ranks, ierr, it, d, peer(2), req(4), r1, r2
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  peer(1) = rank - 1
  if (rank == 0) peer(1) = MPI_PROC_NULL
  peer(2) = rank + 1
  if (rank == ranks-1) peer(2) = MPI_PROC_NULL
  u = rank
  g = -1
  d = ranks
  do it = 1, min(2, ranks)
    call MPI_Irecv(g(1,it), n, MPI_DOUBLE_PRECISION, peer(1), it, MPI_COMM_WORLD, req(it), ierr)
    call MPI_Isend(b(1,it), n, MPI_DOUBLE_PRECISION, peer(2), it, MPI_COMM_WORLD, req(it+2), ierr)
  end do
  call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
  print *, rank, sum(u), sum(g)
  call MPI_Finalize(ierr)
end program p
