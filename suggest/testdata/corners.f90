! Rows are packed, columns are not, and both go at once. With their corners they have elements in common: what is sent was copied before these came.
subroutine corners(u, n, m, west, east, north, south)
  use mpi
  implicit none
  integer, intent(in) :: n, m, west, east, north, south
  double precision, intent(inout) :: u(0:n+1,0:m+1)
  double precision :: s(0:m+1), r(0:m+1)
  integer :: req(4), ierr
  s = u(1,:)
  call MPI_Irecv(r, m+2, MPI_DOUBLE_PRECISION, modulo(east, 4), 1, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Irecv(u(0,m+1), n+2, MPI_DOUBLE_PRECISION, south, 2, MPI_COMM_WORLD, req(2), ierr)
  call MPI_Isend(s, m+2, MPI_DOUBLE_PRECISION, modulo(west, 4), 1, MPI_COMM_WORLD, req(3), ierr)
  call MPI_Isend(u(0,1), n+2, MPI_DOUBLE_PRECISION, north, 2, MPI_COMM_WORLD, req(4), ierr)
  call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
  u(n+1,:) = r
end subroutine corners

! Without them they have none.
subroutine edges(u, n, m, west, east, north, south)
  use mpi
  implicit none
  integer, intent(in) :: n, m, west, east, north, south
  double precision, intent(inout) :: u(0:n+1,0:m+1)
  double precision :: s(m), r(m)
  integer :: req(4), ierr
  s = u(1,1:m)
  call MPI_Irecv(r, m, MPI_DOUBLE_PRECISION, modulo(east, 4), 3, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Irecv(u(1,m+1), n, MPI_DOUBLE_PRECISION, south, 4, MPI_COMM_WORLD, req(2), ierr)
  call MPI_Isend(s, m, MPI_DOUBLE_PRECISION, modulo(west, 4), 3, MPI_COMM_WORLD, req(3), ierr)
  call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, north, 4, MPI_COMM_WORLD, req(4), ierr)
  call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
  u(n+1,1:m) = r
end subroutine edges
