! A list of a receive that names an element twice: MDMP_VERIFY says so. In a send it may be.
! run: modes plain auto
! run: ranks 1
! run: env MDMP_VERIFY=1
! run: fails listedtwice.f90:18: mdmp: error: rank 0: the list of this recv holds 4 more than once
program listedtwice
  use mpi
  implicit none
  integer :: ierr
  integer(1) :: list(3)
  real :: u(5), v(5)
  call mpi_init(ierr)
  u = 1
  list = [4_1, 2_1, 4_1]
  !$mdmp recv(v(1:3), 0)
  !$mdmp send(u(list), 0)
  continue
  !$mdmp recv(v(list), 0)
  !$mdmp send(u(list), 0)
  call mpi_finalize(ierr)
end program
