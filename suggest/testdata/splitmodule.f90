module halo
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,m)
  integer :: rank, ranks, left, right, in, out
contains
  subroutine give()
    integer :: ierr
    call MPI_Irecv(u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, in, ierr)
    u(:,1) = u(:,1) + 1                 ! packed between the posts
    if (left /= MPI_PROC_NULL) call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, out, ierr)
  end subroutine give

  subroutine take()
    integer :: ierr
    call MPI_Wait(in, MPI_STATUS_IGNORE, ierr)
    call MPI_Wait(out, MPI_STATUS_IGNORE, ierr)
    v(:,m) = u(:,m+1)
  end subroutine take

  subroutine step()
    call give()
    v(:,1:m-1) = u(:,1:m-1)
    call take()
    u(:,2:m) = 0.5d0*(u(:,2:m) + v(:,2:m))
  end subroutine step
end module halo

program p
  use halo
  implicit none
  integer :: it, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  in = MPI_REQUEST_NULL
  out = MPI_REQUEST_NULL
  u = rank
  do it = 1, 10
    call step()
  end do
  print *, rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program p
