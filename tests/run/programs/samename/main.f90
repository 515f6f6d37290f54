! run: with left/part.f90 right/part.f90
! Two files of the same name in different folders, each with a site on the same
! line.
program samename
  use mpi
  use support
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(8)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  a = [1, 2, 3, 4, 5, 6, 7, 8]*(rank + 1)
  do k = 1, 4
    call left_part(a, modulo(rank - 1, n), modulo(rank + 1, n))
    call right_part(a, modulo(rank - 1, n), modulo(rank + 1, n))
  end do
  call report('a', transfer(a, bytes))
  call MPI_Finalize(ierr)
end program samename
