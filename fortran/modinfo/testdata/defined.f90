module defined
  implicit none
  private
  public :: operator(+), operator(.mine.), operator(.eq.), operator(<), assignment(=)
  interface operator(+)
    module procedure both, one
  end interface
  interface operator(-)
    module procedure both
  end interface
  interface operator(.mine.)
    module procedure both
  end interface
  interface operator(.hidden.)
    module procedure both
  end interface
  interface operator(.eq.)
    module procedure both
  end interface
  interface operator(<)
    module procedure both
  end interface
  interface operator(.not.)
    module procedure number
  end interface
  interface assignment(=)
    module procedure text
  end interface
contains
  real function both(a, b)
    logical, intent(in) :: a
    character(*), intent(in) :: b
    both = merge(1, 0, a) + len(b)
  end function
  real function one(a)
    logical, intent(in) :: a
    one = merge(1, 0, a)
  end function
  real function number(a)
    integer, intent(in) :: a
    number = a
  end function
  subroutine text(x, c)
    real, intent(out) :: x
    character(*), intent(in) :: c
    x = len(c)
  end subroutine
end module
