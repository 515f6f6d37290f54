program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), b(n,2), g(n,2)
  integer :: rank, ranks, ierr, it, d, k, peer(2), req(4)
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
    b(:,1) = u(:,1)
    b(:,2) = u(:,m)
    k = 0
    do d = 1, 2
      if (peer(d) /= MPI_PROC_NULL) then
        k = k + 1
        call MPI_Irecv(g(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 3-d, MPI_COMM_WORLD, req(k), ierr)
      end if
    end do
    do d = 1, 2
      if (peer(d) /= MPI_PROC_NULL) then
        k = k + 1
        call MPI_Isend(b(1,d), n, MPI_DOUBLE_PRECISION, peer(d), d, MPI_COMM_WORLD, req(k), ierr)
      end if
    end do
    call MPI_Waitall(k, req, MPI_STATUSES_IGNORE, ierr)
    do d = 1, 2
      u(:,m*(d-1)+1) = 0.5d0*(u(:,m*(d-1)+1) + g(:,d))
    end do
  end do
  print *, rank, sum(u), sum(g)
  call MPI_Finalize(ierr)
end program p
