subroutine rows(u, s, l, n, up, down)
  use mpi
  implicit none
  integer, intent(in) :: s, l, n, up, down
  real(8), intent(inout) :: u(s:s+l-1, n)
  integer :: ierr, status(MPI_STATUS_SIZE)
  ! rows at the two ends of an array whose bounds are not known: one exchange, to be checked
  call MPI_Send(u(s+1,:), n, MPI_DOUBLE_PRECISION, up, 1, MPI_COMM_WORLD, ierr)
  call MPI_Send(u(s+l-2,:), n, MPI_DOUBLE_PRECISION, down, 2, MPI_COMM_WORLD, ierr)
  call MPI_Recv(u(s+l-1,:), n, MPI_DOUBLE_PRECISION, down, 1, MPI_COMM_WORLD, status, ierr)
  call MPI_Recv(u(s,:), n, MPI_DOUBLE_PRECISION, up, 2, MPI_COMM_WORLD, status, ierr)
end subroutine rows

subroutine all_rows(u, s, l, n, up, down)
  use mpi
  implicit none
  integer, intent(in) :: s, l, n, up, down
  real(8), intent(inout) :: u(s:s+l-1, n)
  integer :: ierr, status(MPI_STATUS_SIZE)
  ! counted off from a first element they are in all rows: what comes may be sent on
  call MPI_Recv(u(s,1), l*n, MPI_DOUBLE_PRECISION, up, 3, MPI_COMM_WORLD, status, ierr)
  call MPI_Send(u(s+l-1,1), 2, MPI_DOUBLE_PRECISION, up, 3, MPI_COMM_WORLD, ierr)
end subroutine all_rows
