! run: with works.f90 parts.f90
! Dummy arguments of separate module procedures whose interfaces stand in another file: arrays of assumed size,
! of which nobody may ask for the size of all.
program p
  use mpi
  use works
  implicit none
  real(8) :: x(n, m), y(24), z(n, 2)
  integer :: rank, nr, left, right, it, i, j, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank - 1, nr); right = modulo(rank + 1, nr)
  do j = 1, m
    do i = 1, n
      x(i, j) = rank + i + 10*j
    end do
  end do
  y = [(rank + i, i=1, 24)]
  z = rank
  !$mdmp commregion
  do it = 1, 9
    call flat(x, left, right)
    call line(y, left, right)
    call shaped(z, left, right)
  end do
  !$mdmp end commregion
  print '(a, i3, 3es25.17)', 'sums', rank, sum(x), sum(y), sum(z)
  call MPI_Finalize(ierr)
end program p
