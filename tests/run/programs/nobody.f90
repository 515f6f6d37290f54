! run: modes plain
! run: ranks 1 2
! run: fails nobody.f90:14: mdmp: error
! run: fails does not exist
! A peer that the communicator does not have.
program nobody
  use mpi
  implicit none
  integer :: rank, n, ierr
  integer :: a(5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  !$mdmp send(a, n)
  call MPI_Finalize(ierr)
end program nobody
