! Functions that are called from another file.
module kernels
  use mpi
  implicit none
  integer, parameter :: n = 70, m = 40
  integer :: rank, left, right
  real(8) :: mo(n,0:m+1), last
  interface
    module function separate(u) result(r)
      real(8), intent(inout) :: u(n,0:m+1)
      real(8) :: r
    end function
  end interface
contains
  real(8) function relax(u, v)
    !$mdmp manage
    real(8), intent(in) :: u(n,0:m+1)
    real(8), intent(inout) :: v(n,0:m+1)
    integer :: i, j
    relax = 0
    do j = 1, m
      do i = 2, n-1
        v(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
        relax = max(relax, abs(v(i,j) - u(i,j)) + 1)
      end do
    end do
    last = relax
  end function
  ! small, but it is asked for
  integer function twice(k)
    !$mdmp manage
    integer, intent(in) :: k
    twice = 2*k
  end function
  ! not asked for
  real(8) function corner(u)
    real(8), intent(in) :: u(n,0:m+1)
    corner = u(1,0) + u(n,m+1)
  end function
  real(8) function exchange(u)
    real(8), intent(inout) :: u(n,0:m+1)
    exchange = u(2,2)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
  end function
  ! what is received and what is returned are assigned to the same array
  function module_halo() result(r)
    real(8) :: r(n,0:m+1)
    integer :: i, j
    !$mdmp send(mo(:,1), left)
    !$mdmp recv(mo(:,m+1), right)
    !$mdmp send(mo(:,m), right)
    !$mdmp recv(mo(:,0), left)
    do j = 0, m+1
      do i = 1, n
        r(i,j) = i - j
      end do
    end do
  end function
  ! the bounds of what it returns are computed by the caller
  function strip(u, k) result(r)
    real(8), intent(in) :: u(n,0:m+1)
    integer, intent(in) :: k
    real(8) :: r(nint(u(1,0)) - nint(u(1,0)) + k)
    integer :: i, j
    r = 0
    do j = 0, m+1
      do i = 1, k
        r(i) = r(i) + u(i,j)
      end do
    end do
  end function
  integer function at(k)
    integer, intent(in) :: k
    integer :: i
    at = 0
    do i = 1, k
      at = at + nint(mo(i,0)/100)
    end do
    at = mod(abs(at), n) + 1
  end function
end module

module again
  use kernels, only: renamed => relax
end module

submodule (kernels) parts
contains
  module function separate(u) result(r)
    real(8), intent(inout) :: u(n,0:m+1)
    real(8) :: r
    integer :: i, j
    r = 0
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
        r = r + u(i,j)
      end do
    end do
  end function
end submodule

! without an interface
double precision function outer(u, k, edge)
  implicit none
  integer :: k, i, j
  double precision :: u(70,0:41), edge
  !$mdmp manage
  outer = edge
  do j = 1, 40
    do i = 1, 70
      u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1)) + k
      outer = outer + u(i,j)
    end do
  end do
end function
double precision function plainone(u)
  implicit none
  integer :: i, j
  double precision :: u(70,0:41)
  plainone = 0
  do j = 0, 41
    do i = 1, 70
      plainone = plainone + u(i,j)
    end do
  end do
end function
