program p
  use mpi_f08
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1)
  type(MPI_Comm) :: ring
  type(MPI_Request) :: req(4)
  type(MPI_Status) :: statuses(4)
  integer :: rank, ranks, left, right, it
  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.false.], .false., ring)
  call MPI_Comm_rank(ring, rank)
  call MPI_Cart_shift(ring, 0, 1, left, right)
  u = rank
  do it = 1, 10
    call MPI_Irecv(u(:,0), n, MPI_DOUBLE_PRECISION, left, 1, ring, req(1))
    call MPI_Irecv(u(:,m+1), n, MPI_DOUBLE_PRECISION, right, 2, ring, req(2))
    call MPI_Isend(u(:,m), n, MPI_DOUBLE_PRECISION, right, 1, ring, req(3))
    call MPI_Isend(u(:,1), n, MPI_DOUBLE_PRECISION, left, 2, ring, req(4))
    call MPI_Waitall(4, req, statuses)
    u(:,1:m) = 0.5d0*(u(:,0:m-1) + u(:,2:m+1))
  end do
  if (rank > 0) call MPI_Send(u(1,1), n, MPI_REAL8, rank - 1, 3, MPI_COMM_WORLD)
  if (rank < ranks-1) call MPI_Recv(u(1,1), n, MPI_REAL8, rank + 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  print *, rank, sum(u)
  call MPI_Finalize()
end program p
