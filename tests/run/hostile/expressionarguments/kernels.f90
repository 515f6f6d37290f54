! Kernels and exchanges that the main program's region calls.
module kernels
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 8
  type field
    real(8), pointer :: p(:,:) => null()
    real(8), allocatable :: a(:,:)
  end type
  real(8) :: shared(n, 0:m+1) = 0, total = 0
  integer :: me, west, east
contains
  subroutine halo(a)
    real(8), intent(inout) :: a(n, 0:m+1)
    !$mdmp send(a(:,1), west)
    !$mdmp recv(a(:,m+1), east)
    !$mdmp send(a(:,m), east) tag(1)
    !$mdmp recv(a(:,0), west) tag(1)
  end subroutine
  ! What a pointer in an INTENT(IN) argument leads to is no part of it.
  subroutine halo_of(f)
    type(field), intent(in) :: f
    !$mdmp send(f%p(:,1), west)
    !$mdmp recv(f%p(:,m+1), east)
    !$mdmp send(f%p(:,m), east) tag(1)
    !$mdmp recv(f%p(:,0), west) tag(1)
  end subroutine
  subroutine step(a, b)
    real(8), intent(in) :: a(n, 0:m+1)
    real(8), intent(inout) :: b(n, 0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 2, n - 1
        b(i, j) = 0.5d0*b(i, j) + 0.125d0*(a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine
  ! It gets a copy of what it changes.
  subroutine renew(a)
    real(8), intent(in) :: a(n, 0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        shared(i, j) = 0.5d0*shared(i, j) + 0.25d0*a(i, j-1) - 0.125d0*a(i, j+1) + 1d-3*i
      end do
    end do
  end subroutine
  ! It changes what the other operand of the expression is read from, and exchanges.
  function turned(a) result(r)
    real(8), intent(inout) :: a(n, 0:m+1)
    real(8) :: r(n, 0:m+1)
    call halo(a)
    a(:, 2) = a(:, 2) + 1
    r = 0.5d0*a
    total = total + a(3, 0)
  end function
  real(8) function edge(a)
    real(8), intent(in) :: a(:,:)
    edge = sum(a)
    total = total + edge
  end function
  subroutine scalars(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = 0.5d0*y + x
  end subroutine
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (modulo(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
end module
