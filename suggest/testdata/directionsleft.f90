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
  do it = 1, 10
    do d = 1, 2
      call MPI_Irecv(g(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 1, MPI_COMM_WORLD, req(d), ierr)
    end do
    do d = 2, 1, -1
      b(:,d) = u(:,d)
    end do
    do d = 1, 2
      call MPI_Send(b(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 1, MPI_COMM_WORLD, ierr)
    end do
    do d = 1, 2
      call MPI_Wait(req(d), MPI_STATUS_IGNORE, ierr)
    end do
    u(:,d-2) = g(:,d-1)
  end do
  print *, rank, sum(u), sum(g)
  call MPI_Finalize(ierr)
end program p
