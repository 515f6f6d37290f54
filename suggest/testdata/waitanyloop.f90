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
    call MPI_Irecv(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(2), ierr)
    do i = 1, 2
      call MPI_Waitany(2, req, k, status, ierr)
    end do
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
