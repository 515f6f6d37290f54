! Communicators that join two groups, and copies of them: directives do not know such ones.
subroutine joined
  use mpi
  implicit none
  integer :: ierr, rank, half, between, twin, deeper, all, parent
  double precision :: u(4), v(4)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
  call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 99, between, ierr)
  call MPI_Comm_dup(between, twin, ierr)
  call MPI_Comm_split(twin, 0, rank, deeper, ierr)
  call MPI_Comm_dup(half, all, ierr)
  all = MPI_COMM_WORLD
  call MPI_Comm_get_parent(all, ierr)
  call MPI_Comm_dup(half, parent, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 1, v, 4, MPI_DOUBLE_PRECISION, 0, 1, between, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 2, v, 4, MPI_DOUBLE_PRECISION, 0, 2, twin, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 3, v, 4, MPI_DOUBLE_PRECISION, 0, 3, deeper, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 4, v, 4, MPI_DOUBLE_PRECISION, 0, 4, all, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 5, v, 4, MPI_DOUBLE_PRECISION, 0, 5, half, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u, 4, MPI_DOUBLE_PRECISION, 0, 6, v, 4, MPI_DOUBLE_PRECISION, 0, 6, parent, MPI_STATUS_IGNORE, ierr)
end subroutine joined
