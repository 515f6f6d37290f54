program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), b(n,2), g(n,2)
  integer :: rank, ranks, ierr, it, d, peer(2), req(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  peer(1) = rank - 1
  if (rank == 0) peer(1) = MPI_PROC_NULL
  peer(2) = rank + 1
  if (rank == ranks-1) peer(2) = MPI_PROC_NULL
  u = rank
  g = -1
  do d = 1, 2
    call MPI_Recv_init(g(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 3-d, MPI_COMM_WORLD, req(d), ierr)
    call MPI_Send_init(b(1,d), n, MPI_DOUBLE_PRECISION, peer(d), d, MPI_COMM_WORLD, req(d+2), ierr)
  end do
  do it = 1, 10
    b(:,1) = u(:,1)
    b(:,2) = u(:,m)
    call MPI_Startall(4, req, ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    do d = 1, 2
      u(:,m*(d-1)+1) = 0.5d0*(u(:,m*(d-1)+1) + g(:,d))
    end do
  end do
  print *, rank, sum(u), sum(g)
  call MPI_Finalize(ierr)
end program p
