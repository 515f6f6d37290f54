! run: with tiles.f90
! A region that touches structures itself whose type has a procedure, between
! exchange routines of another file that could be granted them.
program p
  use tiles
  implicit none
  integer :: nr, ierr, it, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  do k = 1, 2
    allocate (tile(k)%u(n,0:m+1))
    do j = 0, m+1
      do i = 1, n
        tile(k)%u(i,j) = mod(i*3 + j*7 + rank*11 + k, 13)
      end do
    end do
  end do
  !$mdmp commregion
  do it = 1, 12
    call all_edges
    call relax(tile(1))
    call tile(1)%edges()
    call others
    do k = 1, 2
      call relax(tile(k))
    end do
  end do
  call others
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'tiles', rank, sum(tile(1)%u), sum(tile(2)%u)
  call MPI_Finalize(ierr)
end program
