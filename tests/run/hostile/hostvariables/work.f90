module work
  use mpi
  implicit none
  integer :: west, east, me
  real(8) :: total = 0
contains
  subroutine explicit(it)
    integer, intent(in) :: it
    integer, parameter :: n = 500, m = 6
    real(8) :: x(n, 0:m+1), y(n, m)
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        x(i, j) = i + j*me + it
      end do
    end do
    call edges()
    do j = 1, m
      do i = 1, n
        y(i, j) = 0.5d0*x(i, j) + x(i, j-1) + x(i, j+1)
      end do
    end do
    total = total + sum(y) + x(3, 0)
    x(:, 0) = 2*x(:, 0)
    call edges()
    total = total + x(4, m+1)
    call given(edges)
    total = total + x(5, 0)
    call edges()
  contains
    subroutine edges()
      !$mdmp send(x(:,1), west)
      !$mdmp recv(x(:,m+1), east)
      !$mdmp send(x(:,m), east) tag(1)
      !$mdmp recv(x(:,0), west) tag(1)
    end subroutine
  end subroutine

  subroutine allocated_(it)
    integer, intent(in) :: it
    real(8), allocatable :: x(:,:)
    integer :: i, j
    allocate (x(400, 0:5))
    x = it + me
    call edges()
    total = total + x(3, 0)
    call edges()
    do j = 1, 4
      do i = 1, 400
        x(i, j) = x(i, j-1) + 0.5d0*x(i, j+1)
      end do
    end do
    total = total + x(4, 4)
    call edges()
  contains
    subroutine edges()
      !$mdmp send(x(:,1), west)
      !$mdmp recv(x(:,5), east)
      !$mdmp send(x(:,4), east) tag(1)
      !$mdmp recv(x(:,0), west) tag(1)
    end subroutine
  end subroutine

  ! the procedure inside only passes the variable on, to one that sends and receives
  subroutine passed(it)
    integer, intent(in) :: it
    real(8) :: x(300, 0:5)
    x = it - me
    call inner()
    total = total + x(3, 0)
    call inner()
  contains
    subroutine inner()
      call ring(x)
    end subroutine
  end subroutine

  subroutine ring(x)
    real(8), intent(inout) :: x(:, 0:)
    !$mdmp send(x(:,1), west)
    !$mdmp recv(x(:,5), east)
    !$mdmp send(x(:,4), east) tag(1)
    !$mdmp recv(x(:,0), west) tag(1)
  end subroutine

  subroutine given(edges)
    interface
      subroutine edges()
      end subroutine
    end interface
    call edges()
  end subroutine

  subroutine other(it)
    integer, intent(in) :: it
    real(8) :: z(4000)
    integer :: i
    do i = 1, 4000
      z(i) = it + i
    end do
    call scratch(z)
    total = total + z(7)*1d-3
  end subroutine

  subroutine scratch(z)
    real(8), intent(inout) :: z(:)
    integer :: i
    do i = 1, size(z)
      z(i) = z(i) + i
    end do
  end subroutine
end module
