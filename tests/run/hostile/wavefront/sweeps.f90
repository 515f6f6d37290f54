! Sweeps over planes, as the factors of a pipelined solver: each plane waits for a
! neighbour, computes, and passes on.
subroutine from_west(v, k)
  use fields
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz)
  !$mdmp recv(v(:,0,k), west)
end subroutine

subroutine to_east(v, k)
  use fields
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz)
  call late(k)
  !$mdmp send(v(:,m,k), east)
end subroutine

subroutine lower(v, d, k)
  use fields
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz), d(n,m)
  integer :: i, j
  call from_west(v, k)
  do j = 1, m
    do i = 1, n
      d(i,j) = 1d0/(2 + 0.25d0*i + k)
    end do
  end do
  do j = 1, m
    do i = 1, n
      v(i,j,k) = v(i,j,k) + d(i,j)*(v(i,j-1,k) + v(i,j,k-1))
    end do
  end do
  call to_east(v, k)
end subroutine

! leaves what it receives to the next one
subroutine both(v, k)
  use fields
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz)
  call late(k)
  !$mdmp send(v(:,m,k), east)
  !$mdmp recv(v(:,0,k), west)
  !$mdmp send(v(:,1,k), west)
  !$mdmp recv(v(:,m+1,k), east)
end subroutine

! only tells the plane: the array is that of a module
subroutine both_of_module(k)
  use fields
  implicit none
  integer, intent(in) :: k
  call late(k)
  !$mdmp send(w(:,m,k), east)
  !$mdmp recv(w(:,0,k), west)
end subroutine

! a copy, which goes when it returns
subroutine both_of_copy(v, k)
  use fields
  implicit none
  integer, intent(in) :: k
  real(8) :: v(n,0:m+1,nz), c(n,2)
  c(:,1) = v(:,1,k)
  c(:,2) = v(:,m+1,k)
  call late(k)
  !$mdmp send(c(:,1), west)
  !$mdmp recv(c(:,2), east)
  v(:,m+1,k) = c(:,2)
end subroutine

recursive subroutine down(v, k, depth)
  use fields
  implicit none
  integer, intent(in) :: k, depth
  integer :: i
  real(8) :: v(n,0:m+1,nz), s
  s = 0
  do i = 1, n
    s = s + v(i,0,k)
  end do
  if (depth > 0) then
    call both(v, k)
    call down(v, k, depth - 1)
  end if
  do i = 1, n
    s = s + v(i,m+1,k)
  end do
  v(1,2,k) = v(1,2,k) + 1d-3*s
end subroutine
