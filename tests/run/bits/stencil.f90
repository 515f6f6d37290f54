! Sums of products, exp, branches and a scalar that is read after the nest, in arrays of
! explicit shape and allocatable ones.
program stencil
  use mpi
  implicit none
  integer, parameter :: wp = kind(1d0), n = 131, m = 37
  real(wp), allocatable :: u(:,:), v(:,:)
  real(wp), parameter :: c = 0.31_wp
  real(wp) :: s
  real :: w(0:n+1, -1:m+1)
  complex(wp) :: z(n, 0:m)
  integer :: i, j, it, ierr, me, np, west, east
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  west = merge(me - 1, mpi_proc_null, me > 0)
  east = merge(me + 1, mpi_proc_null, me < np - 1)
  allocate (u(0:n+1, 0:m+1), v(0:n+1, 0:m+1))
  do j = 0, m + 1
    do i = 0, n + 1
      u(i, j) = sin(0.1_wp*i + 0.07_wp*j + me)
    end do
  end do
  v = u
  w = 1.5
  z = (0.3_wp, 0.2_wp)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), west)
    !$mdmp send(u(:,m), east)
    !$mdmp recv(u(:,0), west)
    !$mdmp recv(u(:,m+1), east)
    do j = 1, m
      do i = 1, n
        s = u(i-1, j)*0.2_wp + c*u(i+1, j)
        if (s > 0) s = s*exp(-s)
        if (u(i, j) > 0.99_wp) cycle
        v(i, j) = s + 0.1_wp*u(i, j-1) + 0.17_wp*u(i, j+1)*u(i, j)
      end do
      w(1:n, j) = w(1:n, j)*0.5 + real(u(1:n, j)*v(1:n, j))
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j) - 0.05_wp*v(i-1, j) + 0.001_wp*s
      end do
    end do
    !$mdmp send(z(:,m), east)
    !$mdmp recv(z(:,0), west)
    do j = m, 1, -1
      do i = 1, n
        z(i, j) = z(i, j)*z(i, j-1) + cmplx(u(i, j), w(i, j), wp)*0.25_wp
      end do
    end do
  end do
  !$mdmp end commregion
  print '(a, i0, 3(1x, z16.16), 2(1x, i0))', 'rank ', me, hash(reshape(u(1:n, 1:m), [n*m])), &
    hash(real(reshape(w(1:n, 1:m), [n*m]), wp)), hash(reshape([real(z, wp), aimag(z)], [2*n*(m+1)])), i, j
  call mpi_finalize(ierr)
contains
  integer(8) function hash(a)
    real(wp), intent(in) :: a(:)
    integer :: k
    hash = 0
    do k = 1, size(a)
      hash = ieor(ishftc(hash, 7), transfer(a(k), hash))
    end do
  end function
end program
