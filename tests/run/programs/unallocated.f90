! run: modes plain
! run: ranks 1
! run: fails unallocated.f90:13: mdmp: error
! run: fails not allocated
! An array that is not there. (With if(.false.) nobody looks at it.)
program unallocated
  use mpi
  implicit none
  integer :: ierr
  integer, allocatable :: a(:)
  call MPI_Init(ierr)
  !$mdmp send(a, 0) if(.false.)
  !$mdmp send(a, 0)
  call MPI_Finalize(ierr)
end program unallocated
