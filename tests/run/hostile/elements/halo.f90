module halo
  use types
  implicit none
  integer :: left = -1, right = -1
contains
  subroutine exchange(t)
    type(tile), intent(inout) :: t
    !$mdmp send(t%u(:,1), left)
    !$mdmp send(t%u(:,t%n), right)
    !$mdmp recv(t%u(:,0), left)
    !$mdmp recv(t%u(:,t%n+1), right)
  end subroutine
  subroutine pointed(t)
    type(tile), intent(inout) :: t
    !$mdmp send(t%w(:,1), left)
    !$mdmp send(t%w(:,t%n), right)
    !$mdmp recv(t%w(:,0), left)
    !$mdmp recv(t%w(:,t%n+1), right)
  end subroutine
  subroutine both(x, y)
    type(tile), intent(inout) :: x, y
    call exchange(x)
    call pointed(y)
  end subroutine
  subroutine array(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:,0:)
    !$mdmp send(a(:,n), right)
    !$mdmp recv(a(:,0), left)
  end subroutine
  ! Which element is the current one changes under way.
  subroutine advance(t, m)
    type(tile), intent(inout) :: t
    integer, intent(in) :: m
    call exchange(t)
    current = modulo(current, m) + 1
  end subroutine
  ! The component points elsewhere when this returns, and something else where it pointed.
  subroutine away(t, other)
    type(tile), intent(inout) :: t
    type(tile), intent(in) :: other
    call pointed(t)
    kept => t%w
    t%w => other%w
  end subroutine
  subroutine chunks(c)
    type(chunk), intent(inout) :: c
    integer :: k
    do k = 1, size(c%t)
      call exchange(c%t(k))
    end do
  end subroutine
  subroutine link(c)
    type(chunk), intent(inout) :: c
    call exchange(c%next%here)
  end subroutine
end module
