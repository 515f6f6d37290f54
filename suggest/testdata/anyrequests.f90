program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1)
  integer :: rank, ranks, left, right, ierr, it, k, kk, req(4), more(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  right = rank + 1
  if (right >= ranks) right = -1
  u = rank
  v = 2*rank
  do it = 1, 10
    k = 0
    if (left /= -1) then
      k = k + 1
      call MPI_Irecv(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(k), ierr)
      k = k + 1
      call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(k), ierr)
    end if
    if (right /= -1) then
      k = k + 1
      call MPI_Irecv(u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(k), ierr)
      k = k + 1
      call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(k), ierr)
    end if
    if (k > 0) then
      call MPI_Waitall(k, req, MPI_STATUSES_IGNORE, ierr)
    end if
    kk = 0
    if (left /= -1) then
      kk = kk + 1
      call MPI_Irecv(v(1,0), n, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, more(kk), ierr)
    end if
    if (right /= -1) then
      kk = kk + 1
      call MPI_Isend(v(1,m), n, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, more(kk), ierr)
    end if
    if (kk >= 1) call MPI_Waitall(kk, more, MPI_STATUSES_IGNORE, ierr)
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
    v(2:n-1,1:m) = 0.5d0*(v(1:n-2,0:m-1) + v(3:n,2:m+1))
  end do
  print *, rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program p
