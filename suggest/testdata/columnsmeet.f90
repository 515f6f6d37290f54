! Several columns at once: the second of them is received anew, so the first message has to be gone. Those behind them are no such thing.
subroutine columns(u, n, west, east)
  use mpi
  implicit none
  integer, intent(in) :: n, west, east
  double precision, intent(inout) :: u(n,9)
  integer :: ierr
  call MPI_Send(u(1,1), 2*n, MPI_DOUBLE_PRECISION, west, 1, MPI_COMM_WORLD, ierr)
  call MPI_Recv(u(1,2), 2*n, MPI_DOUBLE_PRECISION, east, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  u(:,9) = 0
  call MPI_Send(u(1,4), 2*n, MPI_DOUBLE_PRECISION, east, 2, MPI_COMM_WORLD, ierr)
  call MPI_Recv(u(1,3), 2*n, MPI_DOUBLE_PRECISION, west, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  u(:,9) = 1
  call MPI_Send(u(1,4), 2*n, MPI_DOUBLE_PRECISION, east, 3, MPI_COMM_WORLD, ierr)
  call MPI_Recv(u(1,6), 2*n, MPI_DOUBLE_PRECISION, west, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
end subroutine columns
