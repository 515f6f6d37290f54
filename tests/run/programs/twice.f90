! A list of elements to receive into that holds one of them twice.
! run: ranks 2
! run: modes plain auto
! run: env MDMP_VERIFY=1
! run: fails twice.f90:16: mdmp: error: rank 
! run: fails the list of this recv holds 7 more than once
program twice
  use mpi
  implicit none
  real :: u(9)
  integer :: rank, ierr, list(4)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  u = rank
  list = [3, 7, 1, 7]
  !$mdmp recv(u(list), 1 - rank)
  !$mdmp send(u([2, 4, 5, 6]), 1 - rank)
  print *, u
  call mpi_finalize(ierr)
end program
