module base
  type, public :: t0
    integer :: id
  end type
  type, extends(t0) :: t1
    real(8), pointer :: p(:) => null()
    type(t0) :: b(3)
    class(t0), allocatable :: c
    procedure(), pointer, nopass :: pp => null()
    character(len=5) :: s
   contains
    final :: fin
    procedure :: go
    generic :: ggg => go
  end type
  integer, protected :: cnt
  real, allocatable, target :: w(:,:)
  character(len=7) :: name
  character(len=:), allocatable :: dname
  real cm1(10), cm2
  common /blk/ cm1, cm2
  common ib
  real eq1(5), eq2(5)
  equivalence (eq1(1), eq2(3))
  namelist /nml/ cnt
  class(t0), pointer :: poly
  interface gen
    module procedure g1, g2
  end interface
  interface
    module subroutine sep(a)
      real, intent(inout) :: a(:)
    end subroutine
    subroutine ext(a, *)
      real a(*)
    end subroutine
  end interface
  procedure(ext), pointer :: pptr
  character(len=*), parameter :: txt = 'a''b;c'
  real, parameter :: pi = 3.14, arr(2) = [1., 2.]
  integer, parameter :: k = -3
  enum, bind(c)
    enumerator :: red = 4
  end enum
  real, volatile :: vv
  real, bind(c, name='zz') :: bc
contains
  subroutine g1(a, n)
    integer :: n
    real :: a(n, 0:n)
  end subroutine
  subroutine g2(a)
    real, intent(in), optional :: a
  end subroutine
  elemental function el(x) result(r)
    real, intent(in) :: x
    real :: r
    r = x
  end function
  function fa(n)
    integer, value :: n
    real :: fa(n)
    fa = 0
  end function
  subroutine fin(x)
    type(t1) :: x
  end subroutine
  subroutine go(x)
    class(t1) :: x
  end subroutine
end module
module re
  use base, only: ww => w, t1, gen, cm1
end module
