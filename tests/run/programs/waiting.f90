! run: modes plain
! run: ranks 2
! run: env MDMP_TIMEOUT=2
! run: fails waiting.f90:17
! run: fails rank 1
! With MDMP_TIMEOUT a program that waits for ever says for what.
program waiting
  use mpi
  implicit none
  integer :: rank, ierr
  integer :: a(5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  a = 0
  !$mdmp send(a, 1) tag(1) if(rank == 0)
  a = 1
  !$mdmp recv(a, 0) tag(2) if(rank == 1)
  call MPI_Finalize(ierr)
end program waiting
