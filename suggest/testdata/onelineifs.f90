program onelineifs
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(0:n+1,0:m+1)
  integer :: rank, ranks, up, down, ierr, it, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  u = rank
  up = rank + 1
  down = rank - 1
  do it = 1, 10
    ! the second send is made of what the first receive brings: four exchanges, each under its condition
    if (rank < ranks - 1) call MPI_Send(u(:,m), n + 2, MPI_DOUBLE_PRECISION, up, 1, MPI_COMM_WORLD, ierr)
    if (rank > 0) call MPI_Recv(u(:,0), n + 2, MPI_DOUBLE_PRECISION, down, 1, MPI_COMM_WORLD, status, ierr)
    if (rank > 0) call MPI_Send(u(1,:), m + 2, MPI_DOUBLE_PRECISION, down, 2, MPI_COMM_WORLD, ierr)
    if (rank < ranks - 1) call MPI_Recv(u(n+1,:), m + 2, MPI_DOUBLE_PRECISION, up, 2, MPI_COMM_WORLD, status, ierr)
    u(1:n,1:m) = 0.25d0*(u(0:n-1,1:m) + u(2:n+1,1:m) + u(1:n,0:m-1) + u(1:n,2:m+1))
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program onelineifs
