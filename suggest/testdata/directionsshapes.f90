program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1), b(n,-1:1), g(n,-1:1)
  integer :: rank, ranks, ierr, it, d, s, k, peer(-1:1), near(2), req(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  peer(-1) = rank - 1
  if (rank == 0) peer(-1) = MPI_PROC_NULL
  peer(0) = rank
  peer(1) = rank + 1
  if (rank == ranks-1) peer(1) = MPI_PROC_NULL
  near(1) = peer(-1)
  near(2) = peer(1)
  u = rank
  v = 2*rank
  g = -1
  do it = 1, 10
    b(:,-1) = u(:,1)
    b(:,1) = u(:,m)
    k = 0
    do d = -1, 1, 2                       ! with a step, over negative numbers
      k = k + 1
      call MPI_Irecv(g(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 3-d, MPI_COMM_WORLD, req(k), ierr)
    end do
    do d = 1, -1, -2                      ! downwards
      k = k + 1
      call MPI_Isend(b(1,d), n, MPI_DOUBLE_PRECISION, peer(d), d+3, MPI_COMM_WORLD, req(k), ierr)
    end do
    call MPI_Waitall(k, req, MPI_STATUSES_IGNORE, ierr)
    u(:,1) = 0.5d0*(u(:,1) + g(:,-1))
    u(:,m) = 0.5d0*(u(:,m) + g(:,1))
    do d = 1, 2                           ! another place for each direction
      select case (d)
      case (1)
        call MPI_Irecv(v(1,0), n, MPI_DOUBLE_PRECISION, near(d), 11, MPI_COMM_WORLD, req(d), ierr)
      case default
        call MPI_Irecv(v(1,m+1), n, MPI_DOUBLE_PRECISION, near(d), 12, MPI_COMM_WORLD, req(d), ierr)
      end select
    end do
    do d = 1, 2
      if (d == 1) then
        call MPI_Isend(v(1,1), n, MPI_DOUBLE_PRECISION, near(d), 12, MPI_COMM_WORLD, req(2+d), ierr)
      else
        call MPI_Isend(v(1,m), n, MPI_DOUBLE_PRECISION, near(d), 11, MPI_COMM_WORLD, req(2+d), ierr)
      end if
    end do
    do d = 0, 2, 2                        ! a loop in a loop
      do s = 1, 2
        call MPI_Wait(req(d+s), MPI_STATUS_IGNORE, ierr)
      end do
    end do
    v(2:n-1,1:m) = 0.5d0*(v(1:n-2,0:m-1) + v(3:n,2:m+1))
  end do
  print *, rank, sum(u), sum(v), sum(g)
  call MPI_Finalize(ierr)
end program p
