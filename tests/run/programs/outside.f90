! A list of a send that names an element which the array does not have: MDMP_VERIFY says so.
! run: modes plain auto
! run: ranks 2
! run: env MDMP_VERIFY=1
! run: fails outside.f90:22: mdmp: error: rank 1: the list of this send holds 7: the array has the elements -2 to 6 there
program outside
  use mpi
  implicit none
  integer :: rank, ierr, list(3)
  real, allocatable :: u(:,:), v(:)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  allocate (u(2,-2:6), v(6))
  u = rank
  list = [6, -2, 1]
  !$mdmp recv(v, modulo(rank + 1, 2))
  !$mdmp send(u(:,list), modulo(rank + 1, 2))
  if (rank == 1) list(2) = 7
  ! nobody is there: what the list says does not matter
  !$mdmp send(u(:,list), -1)
  continue
  !$mdmp send(u(1,list), modulo(rank + 1, 2))
  !$mdmp recv(v(1:3), modulo(rank + 1, 2))
  call mpi_finalize(ierr)
end program
