! run: ranks 2 3
! run: modes plain auto
! run: fails halomismatch.f90:20:
! run: fails this recv takes 16 bytes
! run: fails 20 at
! run: fails halomismatch.f90:20 (tag 2
! Errors of the run name the line of the exchange directive, for each of its messages.
program halomismatch
  use mpi
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(5), b(4)
  !$mdmp halo good(x, at) recv(x, modulo(rank - 1, n)) tag(at) send(x, modulo(rank + 1, n)) tag(at)
  !$mdmp halo bad(x, y) recv(y, modulo(rank - 1, n)) tag(2) send(x, modulo(rank + 1, n)) tag(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  a = rank
  b = rank
  !$mdmp exchange bad(a, b)
  if (rank < 0) print *, a, b
  call MPI_Finalize(ierr)
end program halomismatch
