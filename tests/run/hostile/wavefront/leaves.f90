! Leaves: they look for what is pending only if there is news.
subroutine kernel(a, l)
  implicit none
  integer, intent(in) :: l
  integer :: i, j
  real(8) :: a(l,l)
  do j = 1, l
    do i = 1, l
      a(i,j) = a(i,j)*0.5d0 + 1
    end do
  end do
end subroutine

subroutine edges(v, k)
  use fields, only: n, m, nz
  implicit none
  integer, intent(in) :: k
  integer :: j
  real(8) :: v(n,0:m+1,nz)
  do j = 1, m
    v(1:n,j,k) = v(1:n,j,k) + 1d-2*v(1:n,0,k) + 1d-2*v(1:n,m+1,k)
  end do
end subroutine

! the same with a nest
subroutine relax(v, k)
  use fields, only: n, m, nz
  implicit none
  integer, intent(in) :: k
  integer :: i, j
  real(8) :: v(n,0:m+1,nz)
  do j = 1, m
    do i = 1, n
      v(i,j,k) = 0.5d0*v(i,j,k) + 0.25d0*v(i,j-1,k)
    end do
  end do
end subroutine

subroutine add_few
  use fields
  implicit none
  few = few + 1
end subroutine

subroutine count_planes(k)
  use fields
  implicit none
  integer, intent(in) :: k
  calls = calls + k
end subroutine

subroutine corner(v, k, x)
  use fields, only: n, m, nz
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz), x
  x = v(n,0,k)
  v(n,1,k) = v(n,1,k) + 1d-3*v(3,m+1,k)
end subroutine

subroutine of_module(k)
  use fields
  implicit none
  integer, intent(in) :: k
  w(:,1,k) = w(:,1,k) + 1d-2*w(:,0,k)
end subroutine

! it has another entry, so nobody looks after anything in it
subroutine unmanaged(v, k)
  use fields, only: n, m, nz
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz)
  v(2,1,k) = v(2,1,k) + 1d-3*v(2,0,k)
  return
entry unused(v, k)
end subroutine

! calls one that leaves something pending, and reads it at once
subroutine indirect(v, k)
  use fields, only: n, m, nz
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz)
  call both(v, k)
  v(3,1,k) = v(3,1,k) + 1d-3*v(3,0,k)
  return
entry unused2(v, k)
end subroutine
