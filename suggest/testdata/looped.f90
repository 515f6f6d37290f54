program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1), sbuf(n), rbuf(n)
  integer :: rank, ranks, left, right, ierr, it, i, k, req(4), r1, r2
  integer :: status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  u = rank
  v = 0
  sbuf = 1
  rbuf = 2
  do it = 1, 10
    do k = 1, 2
      call MPI_Irecv(u(1,(k-1)*(m+1)), n, MPI_DOUBLE_PRECISION, left, k, MPI_COMM_WORLD, req(k), ierr)
    end do
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
