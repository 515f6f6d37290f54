! Nonblocking calls and waits that the program wrote: a wait goes down to what it completes.
module elsewhere
  implicit none
  integer :: seen(2)
end module elsewhere

program waits
  use mpi
  use elsewhere
  implicit none
  integer, parameter :: m = 20000, n = 10
  real(8) :: u(0:m+1, 0:n+1), v(m, n)
  integer :: rank, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = rank + 0.5d0
  u(:, 3) = 4
  v = 0
  call halo(u, v, m, n, left, right)
  call some(u, v, m, n, left, right)
  call pieces(u, v, m, n, left, right)
  print '(a,i2,2es24.16)', 'waits', rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
contains
  subroutine halo(x, y, mx, nx, west, east)
    integer, intent(in) :: mx, nx, west, east
    real(8), intent(inout) :: x(0:mx+1, 0:nx+1), y(mx, nx)
    integer :: i, j, it, req(4), st(MPI_STATUS_SIZE, 4), code
    do it = 1, 3
      call MPI_Irecv(x(1, 0), mx, MPI_REAL8, west, 1, MPI_COMM_WORLD, req(1), code)
      call MPI_Irecv(x(1, nx+1), mx, MPI_REAL8, east, 2, MPI_COMM_WORLD, req(2), code)
      call MPI_Isend(x(1, nx), mx, MPI_REAL8, east, 1, MPI_COMM_WORLD, req(3), code)
      call MPI_Isend(x(1, 1), mx, MPI_REAL8, west, 2, MPI_COMM_WORLD, req(4), code)
      call MPI_Waitall(4, req, st, code)   ! overlaps
      do j = 2, nx - 1
        do i = 1, mx
          y(i, j) = 0.25d0*(x(i-1, j) + x(i+1, j) + x(i, j-1) + x(i, j+1))
        end do
      end do
      do j = 1, nx, nx - 1
        do i = 1, mx
          y(i, j) = 0.25d0*(x(i-1, j) + x(i+1, j) + x(i, j-1) + x(i, j+1))
        end do
      end do
      x(1:mx, 1:nx) = y
      x(1, 1) = x(1, 1) + st(MPI_SOURCE, 1) + st(MPI_TAG, 2)
    end do
  end subroutine halo

  ! Some are there, some are not.
  subroutine some(x, y, mx, nx, west, east)
    integer, intent(in) :: mx, nx, west, east
    real(8), intent(inout) :: x(0:mx+1, 0:nx+1), y(mx, nx)
    integer :: j, k, req(4), code
    req = MPI_REQUEST_NULL
    k = nx
    if (west /= east) then
      call MPI_Irecv(x(1, 0), mx, MPI_REAL8, west, 1, MPI_COMM_WORLD, req(1), code)
      call MPI_Isend(x(1, k), mx, MPI_REAL8, east, 1, MPI_COMM_WORLD, req(3), code)
    end if
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, code)   ! overlaps
    do j = 1, nx - 1
      y(:, j) = y(:, j) + x(1:mx, j)
    end do
    k = 1
    x(1:mx, nx) = k
    y(:, 1) = y(:, 1) + x(1:mx, 0)
  end subroutine some

  subroutine pieces(x, y, mx, nx, west, east)
    integer, intent(in) :: mx, nx, west, east
    real(8), intent(inout) :: x(0:mx+1, 0:nx+1), y(mx, nx)
    integer :: i, k, one, two, more(3), code
    ! Each by itself: the second wait needs the first message.
    call MPI_Irecv(x(1, 0), mx, MPI_REAL8, west, 3, MPI_COMM_WORLD, one, code)
    call MPI_Isend(x(1, nx), mx, MPI_REAL8, east, 3, MPI_COMM_WORLD, two, code)
    call MPI_Wait(one, MPI_STATUS_IGNORE, code)   ! overlaps
    do i = 1, mx
      y(i, 1) = y(i, 1) + x(i, 1)
    end do
    y(:, 2) = y(:, 2) + x(1:mx, 0)
    call MPI_Wait(two, MPI_STATUS_IGNORE, code)   ! overlaps
    do i = 1, mx
      y(i, 1) = y(i, 1) + x(i, nx)
    end do
    x(1:mx, nx) = 7
    ! In a loop: which columns are under way is not known one by one.
    do k = 1, 3
      call MPI_Isend(x(1, k), mx, MPI_REAL8, east, k, MPI_COMM_WORLD, more(k), code)
    end do
    do k = 1, 3
      call MPI_Recv(y(1, k), mx, MPI_REAL8, west, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)   ! stays
    end do
    call MPI_Waitall(3, more, MPI_STATUSES_IGNORE, code)   ! overlaps
    do i = 1, mx
      y(i, 4) = y(i, 4) + x(i, 1) + y(i, 1)
    end do
    x(1:mx, nx) = 8
    ! The section changes while the message is under way.
    k = 5
    call MPI_Isend(x(1, k), mx, MPI_REAL8, east, 4, MPI_COMM_WORLD, one, code)
    k = 6
    call MPI_Recv(y(1, 3), mx, MPI_REAL8, west, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)   ! stays
    call MPI_Wait(one, MPI_STATUS_IGNORE, code)   ! stays
    do i = 1, mx
      x(i, 5) = x(i, 5) + k
    end do
    ! Requests that others can reach.
    call MPI_Isend(x(1, 1), mx, MPI_REAL8, east, 5, MPI_COMM_WORLD, seen(1), code)
    call MPI_Irecv(x(1, 0), mx, MPI_REAL8, west, 5, MPI_COMM_WORLD, seen(2), code)
    call MPI_Waitall(2, seen, MPI_STATUSES_IGNORE, code)   ! stays
    do i = 1, mx
      y(i, 4) = y(i, 4) + 1
    end do
    y(:, 4) = y(:, 4) + x(1:mx, 0)
  end subroutine pieces
end program waits
