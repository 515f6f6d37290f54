program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), b(n,2), g(n,2)
  integer :: rank, ranks, ierr, it, d, left, right, req(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call neighbours(left, right)
  u = rank
  g = -1
  call MPI_Recv_init(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Recv_init(u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(2), ierr)
  call MPI_Send_init(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(3), ierr)
  call MPI_Send_init(u(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(4), ierr)
  do it = 1, 10
    call MPI_Startall(4, req, ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    u(:,1:m) = 0.5d0*(u(:,0:m-1) + u(:,2:m+1))
    call MPI_Startall(4, req, ierr)
    call MPI_Waitsome(4, req, d, [1,2,3,4], MPI_STATUSES_IGNORE, ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
contains
  subroutine neighbours(l, r)
    integer, intent(out) :: l, r
    l = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    r = merge(rank + 1, MPI_PROC_NULL, rank < ranks-1)
  end subroutine
end program p
