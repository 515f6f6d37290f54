! run: modes plain
! run: ranks 1
! run: fails unallocated.f90:18: mdmp: error
! run: fails rank 0: a%values is not allocated or not associated
! An array that is not there. (With if(.false.) nobody looks at it.)
program unallocated
  use mpi
  implicit none
  integer :: ierr
  type t
    integer, allocatable :: values(:)
  end type
  type(t) :: a
  integer :: b(3)
  call MPI_Init(ierr)
  b = 1
  !$mdmp send(a%values, 0) if(.false.)
  !$mdmp send([b, a%values], 0)
  call MPI_Finalize(ierr)
end program unallocated
