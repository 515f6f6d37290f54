! Exchanges that say no communicator or no tag, in a file that holds no region.
module rings
  implicit none
  integer, parameter :: n = 700, m = 6
  real(8) :: u(n,0:m+1)
  !$mdmp halo edges(a) recv(a(:,0), left) send(a(:,m), right) then recv(a(:,m+1), right) tag(2) send(a(:,1), left) tag(2)
  integer :: left, right
contains
  ! Everything unsaid.
  subroutine ring(a, b, prev, next)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer, intent(in) :: prev, next
    !$mdmp recv(b, prev)
    !$mdmp send(a, next)
  end subroutine

  ! Two messages to each neighbour. Under any tag but 7 the receives would never end.
  subroutine two(a, b, c, d, prev, next)
    real(8), intent(in) :: a(:), b(:)
    real(8), intent(inout) :: c(:), d(:)
    integer, intent(in) :: prev, next
    !$mdmp recv(c, prev) tag(7)
    !$mdmp recv(d, prev) tag(3)
    !$mdmp send(a, next) tag(3)
    !$mdmp send(b, next)
  end subroutine

  ! The same where the unsaid one is a receive.
  subroutine other(a, b, c, d, prev, next)
    real(8), intent(in) :: a(:), b(:)
    real(8), intent(inout) :: c(:), d(:)
    integer, intent(in) :: prev, next
    !$mdmp recv(c, prev)
    !$mdmp recv(d, prev) tag(3)
    !$mdmp send(a, next) tag(3)
    !$mdmp send(b, next) tag(7)
  end subroutine

  ! A pattern whose phases say a tag, or none.
  subroutine halo()
    !$mdmp exchange edges(u)
  end subroutine

  ! Nests around an exchange whose tags might be one.
  subroutine relax(steps)
    integer, intent(in) :: steps
    integer :: it, i, j
    real(8) :: v(n,m)
    do it = 1, steps
      !$mdmp recv(u(:,0), left)
      !$mdmp recv(u(:,m+1), right) tag(9)
      !$mdmp send(u(:,m), right)
      !$mdmp send(u(:,1), left) tag(9)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.25d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + 0.001d0*it
        end do
      end do
    end do
  end subroutine
end module

! A region of its own around the same, in a procedure that calls itself.
recursive subroutine deeper(level, comms, ranks, me, total)
  use rings
  implicit none
  integer, intent(in) :: level, comms(*), ranks(*), me(*)
  real(8), intent(inout) :: total
  real(8) :: a(n), b(n)
  integer :: i
  if (level == 0) return
  do i = 1, n
    a(i) = i + 1000*me(level)
  end do
  !$mdmp commregion comm(comms(level)) tag(10 + level)
  call ring(a, b, modulo(me(level) - 1, ranks(level)), modulo(me(level) + 1, ranks(level)))
  total = total + level*sum(b)
  call deeper(level - 1, comms, ranks, me, total)
  call ring(a, b, modulo(me(level) + 1, ranks(level)), modulo(me(level) - 1, ranks(level)))
  total = total + level**2*b(1)
  !$mdmp end commregion
end subroutine
