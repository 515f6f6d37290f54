program p
  use halo
  implicit none
  integer :: rank, ranks, it, ierr, m
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call make(6, 8)
  m = tile%last
  tile%neighbours(west) = merge(none, rank, rank == 0)
  tile%neighbours(east) = merge(none, rank + 2, rank == ranks - 1)
  tile%density = rank + 1
  tile%energy = 10*rank
  do it = 1, 12
    call exchange([1, 1])
    tile%density(:,1:m) = 0.5d0*(tile%density(:,-1:m-2) + tile%density(:,3:m+2))
    call exchange([1, 0])
    tile%density(:,1:m) = 0.25d0*(tile%density(:,0:m-1) + tile%density(:,2:m+1)) + it
    call exchange([0, 1])
    tile%energy(:,1:m) = 0.5d0*(tile%energy(:,0:m-1) + tile%energy(:,2:m+1)) + tile%density(:,1:m)
  end do
  print *, rank, sum(tile%density), sum(tile%energy)
  call MPI_Finalize(ierr)
end program p
