! The procedures of parts.f90 receive into arrays of their own; the region is in this file and knows none of them.
! run: with parts.f90
! run: ranks 1 2 3
program receivesthatgo
  use ring
  implicit none
  integer :: t, size, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  west = modulo(rank - 1, size)
  east = modulo(rank + 1, size)
  !$mdmp commregion
  do t = 1, 30
    call passed
    call after
    call target1
    call after
    call target2
    call after
    call shared
    call after
  end do
  !$mdmp end commregion
  print '(a,i0,a,i0)', 'rank ', rank, ': ', total
  call MPI_Finalize(ierr)
end program receivesthatgo
