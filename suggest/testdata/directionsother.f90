program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), g(n,2), h(n,2)
  integer :: rank, ranks, ierr, it, d, s, k, peer(2), req(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  peer(1) = rank - 1
  if (rank == 0) peer(1) = MPI_PROC_NULL
  peer(2) = rank + 1
  if (rank == ranks-1) peer(2) = MPI_PROC_NULL
  u = rank
  g = -1
  h = -1
  do it = 1, 10
    do d = 1, 2
      call MPI_Irecv(g(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 1, MPI_COMM_WORLD, req(d), ierr)
    end do
    do d = 1, 2
      select case (d*rank)                ! not the same branch on each rank
      case (0)
        call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, peer(d), 1, MPI_COMM_WORLD, req(2+d), ierr)
      case default
        call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, peer(d), 1, MPI_COMM_WORLD, req(2+d), ierr)
      end select
    end do
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    u(:,1) = 0.5d0*(u(:,1) + g(:,1))
    k = 1 + mod(it, 2)
    do d = 1, 2, k                        ! a step that is not known
      call MPI_Irecv(h(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 2, MPI_COMM_WORLD, req(d), ierr)
    end do
    do d = 1, 2, k
      call MPI_Send(u(1,d), n, MPI_DOUBLE_PRECISION, peer(d), 2, MPI_COMM_WORLD, ierr)
    end do
    do d = 1, 2, k
      call MPI_Wait(req(d), MPI_STATUS_IGNORE, ierr)
    end do
    do d = 1, 2
      if (d == 1) then
        do s = 1, 2
          call MPI_Irecv(h(1,s), n, MPI_DOUBLE_PRECISION, peer(s), 3, MPI_COMM_WORLD, req(s), ierr)
        end do
      else
        u(:,2) = h(:,1)                   ! before the wait
      end if
    end do
    do s = 1, 2
      call MPI_Send(u(1,s), n, MPI_DOUBLE_PRECISION, peer(s), 3, MPI_COMM_WORLD, ierr)
    end do
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
  end do
  print *, rank, sum(u), sum(g), sum(h)
  call MPI_Finalize(ierr)
end program p
