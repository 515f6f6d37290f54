! wait completes, harmless procedures do not; but they may change what a section is made of.
module grid
  implicit none
  integer, parameter :: n = 1000, m = 80
  real :: u(n,0:m+1), v(n,0:m+1)
  integer :: first = 1
contains
  subroutine look(k)
    integer, intent(inout) :: k
    k = k + int(u(1,0))
  end subroutine look
end module grid

subroutine step(west, east, a)
  use grid, only: u, v, m, n, first
  implicit none
  integer, intent(inout) :: west, east
  real, intent(inout) :: a(n,0:m+1)
  real, external :: weight
  integer :: t, i, j
  !$mdmp harmless(tick, weight)
  !$mdmp commregion
  do t = 1, 10
    !$mdmp recv(u(:,0), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(first:,1), west)
    !$mdmp send(u(:,m), east) tag(3)
    call tick(t)
    if (weight(t) > 3) call tick(first)
    do j = 2, m - 1
      do i = 1, n
        v(i,j) = u(i,j-1) + u(i,j+1)
      end do
    end do
    !$mdmp wait(u(:,0))
    call inside
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j-1) + u(i,j+1)
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = v(i,j)
      end do
    end do
    call tick(j)
  end do
  !$mdmp end commregion
  !$mdmp commregion
  do t = 1, 10
    !$mdmp recv(a(:,0), west)
    !$mdmp send(a(:,m), east) tag(3)
    call tick(t, a)
    do j = 1, 9
      v(1,j) = v(1,j) + 1
      if (t > j) then
        !$mdmp wait
      end if
    end do
    do j = 1, m
      do i = 1, n
        v(i,j) = a(i,j-1)
      end do
    end do
    do j = 1, m
      do i = 1, n
        a(i,j) = v(i,j)
      end do
    end do
    call tick(i)
  end do
  !$mdmp end commregion
contains
  subroutine inside
    use grid, only: tick => look
    call tick(t)                       ! another one
  end subroutine inside
end subroutine step

! A managed procedure: what is harmless settles nothing there.
subroutine sweep(u, n, m)
  integer, intent(in) :: n, m
  real, intent(inout) :: u(n,0:m+1)
  integer :: i, j
  !$mdmp manage
  !$mdmp harmless(tick)
  call tick(n, u)
  do j = 1, m
    do i = 1, n
      u(i,j) = u(i,j) + 1
    end do
  end do
  !$mdmp wait
  call tick(u(1,1))
  call other
end subroutine sweep
