module field
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
module operators
  use field, only: u, m
  implicit none
  private
  public :: operator(+), operator(.mine.), assignment(=), operator(*), mpi_total, mpi_x, t, pointed
  type :: t
    real(8) :: x
  end type
  interface operator(+)
    module procedure logicals
  end interface
  interface operator(.mine.)
    module procedure logicals
  end interface
  interface operator(*)
    module procedure matrix
  end interface
  interface assignment(=)
    module procedure text
  end interface
contains
  pure real(8) function total()
    total = u(3,0) + u(4,m+1)
  end function
  real(8) function logicals(a, b)
    logical, intent(in) :: a, b
    logicals = total() + merge(1, 0, a .or. b)
  end function
  real(8) function matrix(a, b)
    real(8), intent(in) :: a(:,:), b(:)
    matrix = total() + a(1,1)*b(1)
  end function
  subroutine text(x, c)
    real(8), intent(out) :: x
    character(*), intent(in) :: c
    x = total() + len(c)
  end subroutine
  real(8) function mpi_total()
    mpi_total = total()
  end function
  subroutine mpi_x(s)
    real(8), intent(inout) :: s
    s = s + total()
  end subroutine
  function pointed() result(p)
    real(8), pointer :: p(:,:)
    p(1:,0:) => u
  end function
end module
module makes
  use field, only: u, m
  use operators, only: t0 => t
  implicit none
  private
  public :: t
  interface t
    module procedure make
  end interface
contains
  type(t0) function make(l)
    logical, intent(in) :: l
    make%x = u(3,0) + u(4,m+1) + merge(1, 0, l)
  end function
end module
