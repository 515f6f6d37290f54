! run: with relax.f90 other.f90
! run: flags -fopenmp
! Managed procedures of this and of another file: arrays as dummies, in common
! and through pointers; procedures that read the halo behind the caller's back,
! are left early, call themselves, are called inside and outside of a region and
! by several threads; procedures that are not managed; copies.
module fields
  implicit none
  type tile
    integer :: rows
    real(8), pointer :: now(:,:) => null(), next(:,:) => null()
  end type tile
  real(8), allocatable, target :: a(:,:), b(:,:)
contains
  subroutine swap(t)
    type(tile), intent(inout) :: t
    real(8), pointer :: p(:,:)
    integer :: i, j
    do j = 1, ubound(t%now, 2) - 1
      do i = 1, t%rows
        t%next(i,j) = 0.5d0*t%now(i,j) + 0.25d0*(t%now(i,j-1) + t%now(i,j+1))
      end do
    end do
    p => t%now
    t%now => t%next
    t%next => p
  end subroutine swap
  recursive subroutine levels(x, k)
    real(8), intent(inout) :: x(0:, 0:)
    integer, intent(in) :: k
    integer :: i, j
    if (k == 0) return
    do j = 1, ubound(x, 2)
      do i = 1, ubound(x, 1)
        x(i,j) = x(i,j) + 0.01d0*x(i-1,j-1)
      end do
    end do
    call levels(x, k - 1)
    x(1,1) = x(1,1) + x(1,0)
  end subroutine levels
  subroutine both(x, y, z)
    real(8), intent(in) :: x(:,:)
    real(8), intent(inout) :: y(:,:)
    real(8), intent(inout), optional :: z(:)
    integer :: i, j
    do j = 2, size(x, 2) - 1
      do i = 1, size(x, 1)
        y(i,j) = y(i,j) + 0.1d0*(x(i,j-1) + x(i,j+1))
      end do
    end do
    if (present(z)) z(:) = z(:) + x(1:size(z),1)
  end subroutine both
end module fields

program managed
  use mpi
  use support
  use fields
  !ref use ref
  implicit none
  integer, parameter :: n = 40, m = 12
  real(8) :: u(0:n+1, 0:m+1), v(0:n+1, 0:m+1), s
  integer :: rank, np, west, east, it, k, ierr
  type(tile) :: t
  common /grid/ u, v
  external :: relax, peek, touch, plainly, leave, half
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  east = merge(rank + 1, MPI_PROC_NULL, rank < np - 1)
  u = reshape([(rank + sqrt(real(k, 8)), k=1, size(u))], shape(u))
  v = 0.125d0*u
  allocate (a(0:n+1, 0:m+1), b(0:n+1, 0:m+1))
  a = 0.5d0*u
  b = a
  t%rows = n
  t%now => a
  t%next => b
  s = 0
  call relax(u, v, n, m)                      ! before any region
  !$mdmp commregion
  do it = 1, 14
    !$mdmp recv(u(:, 0), west)
    !$mdmp recv(u(:, m+1), east)
    !$mdmp recv(t%now(1:n, 0), west) tag(1)
    !$mdmp recv(t%now(1:n, m+1), east) tag(1)
    !$mdmp send(u(:, m), east)
    !$mdmp send(u(:, 1), west)
    !$mdmp send(t%now(1:n, m), east) tag(1)
    !$mdmp send(t%now(1:n, 1), west) tag(1)
    !ref call ref_recv(u(:, 0), west); call ref_recv(u(:, m+1), east)
    !ref call ref_recv(t%now(1:n, 0), west, 1); call ref_recv(t%now(1:n, m+1), east, 1)
    !ref call ref_send(u(:, m), east); call ref_send(u(:, 1), west)
    !ref call ref_send(t%now(1:n, m), east, 1); call ref_send(t%now(1:n, 1), west, 1); call ref_wait(u)
    select case (mod(it, 7))
    case (0)
      call relax(u, v, n, m)
      call swap(t)
    case (1)
      call peek(v, s, n, m)                   ! the halo of u, through common
      call swap(t)
      call relax(u, v, n, m)
    case (2)
      call swap(t)
      call touch(u(0,1), n + 2, s)            ! sequence association
      call plainly(n, m)                      ! not managed
    case (3)
      call leave(u, n, m, it, *100)
      call swap(t)
100   continue
      call half(u(1:n:2, :), n/2, m + 2)      ! copied in and out
    case (4)
      call both(u, v)
      call both(v, u, v(1:n, 3))
      call levels(u, 3)
    case (5)
      call touch(t%now(2,0), 1, t%now(1,0))   ! an element of the halo as a scalar
      call swap(t)
      !$omp parallel do private(ierr)
      do k = 1, 4
        call column(u(:, k), v(:, k))
        if (k < 4) call both(v(:, 4*k-3:4*k-1), u(:, 4*k-3:4*k-1))
      end do
      call relax(u, v, n, m)
    case default
      if (it > 3) call peek(v, s, n, m)
      call apply(relax)
      call swap(t)
    end select
  end do
  !$mdmp end commregion
  call relax(u, v, n, m)
  call both(u, v)
  call swap(t)
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('s', transfer(s, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine apply(f)
    external :: f
    call f(u, v, n, m)                        ! nobody knows which
  end subroutine apply
  subroutine column(x, y)
    real(8), intent(inout) :: x(0:), y(0:)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 0.001d0*y(i)
    end do
  end subroutine column
end program managed
