module halo
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  integer :: left, right, req(4)
  type :: sides
    integer :: req(2)
  end type sides
contains
  subroutine begin_u(u)
    real(8), intent(inout) :: u(n,0:m+1)
    integer :: ierr
    call MPI_Irecv(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(4), ierr)
  end subroutine begin_u

  subroutine begin_v(v, s)
    real(8), intent(inout) :: v(n,0:m+1)
    type(sides), intent(inout) :: s
    integer :: ierr
    call MPI_Irecv(v(1,0), n, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, s%req(1), ierr)
    call MPI_Isend(v(1,m), n, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, s%req(2), ierr)
  end subroutine begin_v
end module halo

program p
  use halo
  implicit none
  real(8) :: u(n,0:m+1), v(n,0:m+1), w(n,m)
  type(sides) :: s
  integer :: rank, ranks, it, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  u = rank
  v = 2*rank
  w = 0
  do it = 1, 10
    call begin_u(u)
    w(:,2:m-1) = 0.5d0*(u(:,1:m-2) + u(:,3:m))
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    w(:,1) = 0.5d0*(u(:,0) + u(:,2))
    w(:,m) = 0.5d0*(u(:,m-1) + u(:,m+1))
    u(:,1:m) = w
    call begin_v(v, s)
    w = w + v(:,1:m)
    call MPI_Wait(s%req(2), MPI_STATUS_IGNORE, ierr)
    call MPI_Wait(s%req(1), MPI_STATUS_IGNORE, ierr)
    v(:,1:m) = w + v(:,0:m-1)
  end do
  print *, rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program p
