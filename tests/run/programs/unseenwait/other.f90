subroutine tick(k)
  use mpi
  implicit none
  integer, intent(in) :: k
  integer, save :: ticks = 0
  double precision, save :: last
  ticks = ticks + k
  last = MPI_Wtime()
end subroutine tick

subroutine note(rank)
  implicit none
  integer, intent(in) :: rank
  call agree(rank)
end subroutine note

subroutine agree(rank)
  use mpi
  implicit none
  integer, intent(in) :: rank
  integer :: total, ierr
  call MPI_Reduce(rank, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. total < 0) stop 'never'
end subroutine agree
