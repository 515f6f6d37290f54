! The kernels in plain MPI, and with what is independent overlapped: receives are
! posted before, sends waited for after, and the rows that need nothing of the others are computed in
! between (Danalis et al.; White and Bova's second version). A wavefront and a sum in the order of
! the ranks have nothing that is independent.
module kernels_hand
  use mpi
  use work, only: wait_for
  implicit none
  private
  public :: wavefront_mpi, rows_mpi, product_mpi, product_overlap, smooth_mpi
  integer, parameter :: dp = kind(1.0d0)
contains

  subroutine wavefront_mpi(a, m, n, effort, north, south, west, east)
    integer, intent(in) :: m, n, effort, north, south, west, east
    real(dp), intent(inout) :: a(0:m, 0:n)
    real(dp), asynchronous :: row(n), column(m)
    integer :: request(2), i, j, ierr
    real(dp) :: one
    row = a(0, 1:n)
    column = a(1:m, 0)
    call MPI_Irecv(row, n, MPI_DOUBLE_PRECISION, north, 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_Irecv(column, m, MPI_DOUBLE_PRECISION, west, 1, MPI_COMM_WORLD, request(2), ierr)
    call wait_for(request(1))
    call wait_for(request(2))
    a(0, 1:n) = row
    a(1:m, 0) = column
    do j = 1, n
      one = bessel_jn(effort, real(j, dp))
      do i = 1, m
        a(i, j) = 0.5_dp*a(i, j) + 0.25_dp*(a(i-1, j) + a(i, j-1)) + one
      end do
    end do
    row = a(m, 1:n)
    column = a(1:m, n)
    call MPI_Isend(row, n, MPI_DOUBLE_PRECISION, south, 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_Isend(column, m, MPI_DOUBLE_PRECISION, east, 1, MPI_COMM_WORLD, request(2), ierr)
    call wait_for(request(1))
    call wait_for(request(2))
  end subroutine wavefront_mpi

  subroutine rows_mpi(a, s, t, m, n, effort, prev, next)
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(in) :: a(m, n)
    real(dp), intent(inout), asynchronous :: s(n), t(n)
    integer :: i, j, request, ierr
    real(dp) :: x
    call MPI_Irecv(s, n, MPI_DOUBLE_PRECISION, prev, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
    do j = 1, n
      x = s(j) - 1 + bessel_jn(effort, real(j, dp))
      do i = 1, m
        x = x + a(i, j)
      end do
      t(j) = x
    end do
    call MPI_Isend(t, n, MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
  end subroutine rows_mpi

  subroutine product_mpi(x, y, begins, column, value, n, all, list, ghost, k, steps, prev, next)
    integer, intent(in) :: n, all, k, steps, prev, next
    integer, intent(in) :: begins(n + 1), column(*), list(k, 2), ghost(k, 2)
    real(dp), intent(in) :: value(*)
    real(dp), intent(inout) :: x(all), y(n)
    real(dp), asynchronous :: in(k, 2), out(k, 2)
    integer :: request(4), step
    do step = 1, steps
      call post(x, all, list, k, prev, next, in, out, request)
      call finish(x, all, ghost, k, prev, next, in, request)
      call multiply(x, y, begins, column, value, n, 1, n)
      x(:n) = y
    end do
  end subroutine product_mpi

  ! Rows 1+edge to n-edge need nothing of the others.
  subroutine product_overlap(x, y, begins, column, value, n, all, list, ghost, k, steps, prev, next)
    integer, intent(in) :: n, all, k, steps, prev, next
    integer, intent(in) :: begins(n + 1), column(*), list(k, 2), ghost(k, 2)
    real(dp), intent(in) :: value(*)
    real(dp), intent(inout) :: x(all), y(n)
    real(dp), asynchronous :: in(k, 2), out(k, 2)
    integer :: request(4), step
    do step = 1, steps
      call post(x, all, list, k, prev, next, in, out, request)
      call multiply(x, y, begins, column, value, n, k + 1, n - k)
      call finish(x, all, ghost, k, prev, next, in, request)
      call multiply(x, y, begins, column, value, n, 1, k)
      call multiply(x, y, begins, column, value, n, n - k + 1, n)
      x(:n) = y
    end do
  end subroutine product_overlap

  subroutine post(x, all, list, k, prev, next, in, out, request)
    integer, intent(in) :: all, k, list(k, 2), prev, next
    real(dp), intent(in) :: x(all)
    real(dp), intent(inout), asynchronous :: in(k, 2), out(k, 2)
    integer, intent(out) :: request(4)
    integer :: ierr
    call MPI_Irecv(in(1, 1), k, MPI_DOUBLE_PRECISION, prev, 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_Irecv(in(1, 2), k, MPI_DOUBLE_PRECISION, next, 1, MPI_COMM_WORLD, request(2), ierr)
    out(:, 1) = x(list(:, 1))
    out(:, 2) = x(list(:, 2))
    call MPI_Isend(out(1, 1), k, MPI_DOUBLE_PRECISION, prev, 1, MPI_COMM_WORLD, request(3), ierr)
    call MPI_Isend(out(1, 2), k, MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, request(4), ierr)
  end subroutine post

  subroutine finish(x, all, ghost, k, prev, next, in, request)
    integer, intent(in) :: all, k, ghost(k, 2), prev, next
    real(dp), intent(inout) :: x(all)
    real(dp), intent(inout), asynchronous :: in(k, 2)
    integer, intent(inout) :: request(4)
    integer :: i
    do i = 1, 4
      call wait_for(request(i))
    end do
    if (prev /= MPI_PROC_NULL) x(ghost(:, 1)) = in(:, 1)
    if (next /= MPI_PROC_NULL) x(ghost(:, 2)) = in(:, 2)
  end subroutine finish

  subroutine multiply(x, y, begins, column, value, n, from, last)
    integer, intent(in) :: n, from, last
    integer, intent(in) :: begins(n + 1), column(*)
    real(dp), intent(in) :: value(*), x(*)
    real(dp), intent(inout) :: y(n)
    integer :: i, j
    real(dp) :: s
    do i = from, last
      s = 0
      do j = begins(i), begins(i + 1) - 1
        s = s + value(j)*x(column(j))
      end do
      y(i) = s
    end do
  end subroutine multiply

  ! With overlap, planes 2 to m-1 are computed while the last phase is on its way.
  subroutine smooth_mpi(u, r, m, steps, effort, peer, overlap)
    integer, intent(in) :: m, steps, effort, peer(2, 3)
    logical, intent(in) :: overlap
    real(dp), intent(inout), asynchronous :: u(0:m+1, 0:m+1, 0:m+1), r(0:m+1, 0:m+1, 0:m+1)
    real(dp), asynchronous :: a(m, m, 4), b(0:m+1, m, 4)
    integer :: request(4), step, w
    do step = 1, steps
      a(:, :, 1) = r(1, 1:m, 1:m)
      a(:, :, 2) = r(m, 1:m, 1:m)
      call swap(a(1, 1, 1), a(1, 1, 2), a(1, 1, 3), a(1, 1, 4), m*m, peer(:, 1), request)
      call waits(request)
      if (peer(1, 1) /= MPI_PROC_NULL) r(0, 1:m, 1:m) = a(:, :, 3)
      if (peer(2, 1) /= MPI_PROC_NULL) r(m+1, 1:m, 1:m) = a(:, :, 4)
      b(:, :, 1) = r(:, 1, 1:m)
      b(:, :, 2) = r(:, m, 1:m)
      call swap(b(0, 1, 1), b(0, 1, 2), b(0, 1, 3), b(0, 1, 4), (m + 2)*m, peer(:, 2), request)
      call waits(request)
      if (peer(1, 2) /= MPI_PROC_NULL) r(:, 0, 1:m) = b(:, :, 3)
      if (peer(2, 2) /= MPI_PROC_NULL) r(:, m+1, 1:m) = b(:, :, 4)
      w = (m + 2)**2
      call swap(r(0, 0, 1), r(0, 0, m), r(0, 0, 0), r(0, 0, m+1), w, peer(:, 3), request)
      if (overlap) call planes(u, r, m, 2, m - 1, effort)
      call waits(request)
      if (overlap) then
        call planes(u, r, m, 1, 1, effort)
        call planes(u, r, m, m, m, effort)
      else
        call planes(u, r, m, 1, m, effort)
      end if
      r(1:m, 1:m, 1:m) = 0.25_dp*u(1:m, 1:m, 1:m)
    end do
  end subroutine smooth_mpi

  subroutine waits(request)
    integer, intent(inout) :: request(4)
    integer :: i
    do i = 1, 4
      call wait_for(request(i))
    end do
  end subroutine waits

  subroutine swap(low, high, below, above, n, peer, request)
    integer, intent(in) :: n, peer(2)
    real(dp), intent(inout), asynchronous :: low(n), high(n), below(n), above(n)
    integer, intent(out) :: request(4)
    integer :: ierr
    call MPI_Irecv(below, n, MPI_DOUBLE_PRECISION, peer(1), 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_Irecv(above, n, MPI_DOUBLE_PRECISION, peer(2), 1, MPI_COMM_WORLD, request(2), ierr)
    call MPI_Isend(low, n, MPI_DOUBLE_PRECISION, peer(1), 1, MPI_COMM_WORLD, request(3), ierr)
    call MPI_Isend(high, n, MPI_DOUBLE_PRECISION, peer(2), 0, MPI_COMM_WORLD, request(4), ierr)
  end subroutine swap

  subroutine planes(u, r, m, from, last, effort)
    integer, intent(in) :: m, from, last, effort
    real(dp), intent(inout) :: u(0:m+1, 0:m+1, 0:m+1)
    real(dp), intent(in) :: r(0:m+1, 0:m+1, 0:m+1)
    integer :: i, j, k
    real(dp) :: one
    do k = from, last
      one = bessel_jn(effort, real(k, dp))
      do j = 1, m
        do i = 1, m
          u(i, j, k) = u(i, j, k) + 0.25_dp*one*(r(i, j, k) + 0.25_dp*(r(i-1, j, k) + r(i+1, j, k) + r(i, j-1, k) &
            + r(i, j+1, k) + r(i, j, k-1) + r(i, j, k+1)) + 0.0625_dp*(r(i-1, j-1, k) + r(i+1, j+1, k) &
            + r(i, j-1, k-1) + r(i, j+1, k+1)))
        end do
      end do
    end do
  end subroutine planes

end module kernels_hand
