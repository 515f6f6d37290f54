program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1), w(n,0:m+1), x(n,0:m+1)
  integer :: rank, ranks, left, right, ierr, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  u = rank
  v = 2*rank
  w = 3*rank
  x = 4*rank
  do it = 1, 10
    call both(u)
    call around(v)
    call rows(w)
    call posted(x)
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
    v(2:n-1,1:m) = 0.5d0*(v(1:n-2,0:m-1) + v(3:n,2:m+1))
    w(2:n-1,1:m) = 0.5d0*(w(1:n-2,0:m-1) + w(3:n,2:m+1))
    x(2:n-1,1:m) = 0.5d0*(x(1:n-2,0:m-1) + x(3:n,2:m+1))
  end do
  print *, rank, sum(u), sum(v), sum(w), sum(x)
  call MPI_Finalize(ierr)
contains
  ! pack, call and unpack under one condition
  subroutine both(a)
    real(8), intent(inout) :: a(n,0:m+1)
    real(8) :: s(n), r(n)
    if (left /= MPI_PROC_NULL) then
      s = a(:,1)
      call MPI_Sendrecv(s, n, MPI_DOUBLE_PRECISION, left, 1, &
          r, n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      a(:,0) = r
    end if
    if (right /= MPI_PROC_NULL) then
      s = a(:,m)
      call MPI_Sendrecv(s, n, MPI_DOUBLE_PRECISION, right, 2, &
          r, n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      a(:,m+1) = r
    end if
  end subroutine both

  ! conditions around the copies alone
  subroutine around(a)
    real(8), intent(inout) :: a(n,0:m+1)
    real(8) :: s(n), r(n)
    integer :: i
    if (left /= MPI_PROC_NULL) then
      do i = 1, n
        s(i) = a(i,1)
      end do
    end if
    call MPI_Sendrecv(s, n, MPI_DOUBLE_PRECISION, left, 3, &
        r, n, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (right /= MPI_PROC_NULL) then
      do i = 1, n
        a(i,m+1) = r(i)
      end do
    end if
    if (right /= MPI_PROC_NULL) s = a(:,m)
    call MPI_Sendrecv(s, n, MPI_DOUBLE_PRECISION, right, 4, &
        r, n, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (left /= MPI_PROC_NULL) a(:,0) = r
  end subroutine around

  ! a send, then a receive, each with its copy under its condition
  subroutine rows(a)
    real(8), intent(inout) :: a(n,0:m+1)
    real(8) :: s(n), r(n)
    if (left /= MPI_PROC_NULL) then
      s = a(:,1)
      call MPI_Send(s, n, MPI_DOUBLE_PRECISION, left, 5, MPI_COMM_WORLD, ierr)
    end if
    if (right /= MPI_PROC_NULL) then
      call MPI_Recv(r, n, MPI_DOUBLE_PRECISION, right, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      a(:,m+1) = r
    end if
  end subroutine rows

  ! posts with their copies under conditions, one wait
  subroutine posted(a)
    real(8), intent(inout) :: a(n,0:m+1)
    real(8) :: sl(n), sr(n), rl(n), rr(n)
    integer :: req(4)
    req = MPI_REQUEST_NULL
    if (left /= MPI_PROC_NULL) then
      sl = a(:,1)
      call MPI_Irecv(rl, n, MPI_DOUBLE_PRECISION, left, 6, MPI_COMM_WORLD, req(1), ierr)
      call MPI_Isend(sl, n, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, req(2), ierr)
    end if
    if (right /= MPI_PROC_NULL) then
      sr = a(:,m)
      call MPI_Irecv(rr, n, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, req(3), ierr)
      call MPI_Isend(sr, n, MPI_DOUBLE_PRECISION, right, 6, MPI_COMM_WORLD, req(4), ierr)
    end if
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    if (left /= MPI_PROC_NULL) a(:,0) = rl
    if (right /= MPI_PROC_NULL) a(:,m+1) = rr
  end subroutine posted
end program p
