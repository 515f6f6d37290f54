! run: modes plain
! run: ranks 2 3
! run: fails mismatch.f90:18:
! run: fails mismatch.f90:19
! run: fails this recv takes 16 bytes
! run: fails 20
! Sizes that do not match are an error that names both directives.
program mismatch
  use mpi
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(5), b(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  a = rank
  do k = 1, 3
    !$mdmp recv(b, modulo(rank - 1, n))
    !$mdmp send(a(k:), modulo(rank + 1, n))
    a = a + sum(b)
  end do
  call MPI_Finalize(ierr)
end program mismatch
