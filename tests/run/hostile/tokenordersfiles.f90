! run: ranks 3
program p          ! a token from rank to rank orders their writes to one file
  use mpi
  implicit none
  integer :: rank, nr, it, i, j, k, token, ierr
  real(8) :: bz(300,300) = 1
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  if (rank == 0) then
    open(40, file='ordered.txt', status='replace'); close(40)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(token, merge(rank-1, -1, rank > 0))
    do j = 1, 300
      do i = 1, 300
        bz(i,j) = bz(i,j)*0.5d0 + rank
      end do
    end do
    open(40, file='ordered.txt', position='append')
    write(40, *) it, rank
    close(40)
    token = it
    !$mdmp send(token, merge(rank+1, -1, rank+1 < nr))
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  if (rank == 0) then
    open(40, file='ordered.txt')
    do k = 1, 4*nr
      read(40, *) i, j
      write(*, '(a,3i4)') 'line', 100+k, i, j
    end do
  end if
  call MPI_Finalize(ierr)
end program
