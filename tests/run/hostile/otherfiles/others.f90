module field
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target, bind(C, name='gu') :: u(n,0:m+1)
end module
module others
  use field
  implicit none
  real(8), pointer, private :: gp(:,:) => null()
  type :: t
    real(8), allocatable :: a(:,:)
  end type
  type :: d
    real(8) :: u(n,0:m+1) = -7
  end type
contains
  subroutine keep(x)
    real(8), intent(inout), target :: x(:,0:)
    gp(1:,0:) => x
  end subroutine
  subroutine change
    gp(3,1) = gp(3,1) + 1
  end subroutine
  subroutine peek(s)
    real(8), intent(inout) :: s
    s = s + gp(3,0) + gp(4,m+1)
  end subroutine
  subroutine drop(x)
    type(t), intent(out) :: x
  end subroutine
  subroutine reset(x)
    type(d), intent(out) :: x
  end subroutine
  function where_is(k) result(p)
    integer, intent(in) :: k
    real(8), pointer :: p
    p => u(k,1)
  end function
  subroutine set(x, v)
    real(8), intent(inout) :: x
    real(8), intent(in) :: v
    x = x + v
  end subroutine
end module
subroutine work(s) bind(C, name='label')
  use, intrinsic :: iso_c_binding
  real(c_double), intent(inout) :: s
  !$mdmp manage
  s = s + 1
end subroutine
