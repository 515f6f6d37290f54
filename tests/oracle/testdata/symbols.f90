! Declarations of every kind, for the comparison of symbols.
module kinds
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18), n = 3, sp = selected_real_kind(6)
  integer, parameter :: list(*) = [1, 2, 3]
  character(len=*), parameter :: word = 'abc'
end module kinds

module state
  use kinds, only: dp, i8, m => n
  implicit none
  private
  type, public :: cell
    real(dp), allocatable :: a(:, :)
    integer(i8) :: k = 3
  end type cell
  real(dp), allocatable, save :: u(:, :), v(:)
  real, dimension(0:m + 1, -1:2 * m) :: w, w2(4)
  integer(8), pointer :: p(:) => null()
  complex(dp) :: z
  complex*16 :: zz
  logical(1), target :: flag(2, 3)
  character(len=10) :: name, short*4
  type(cell) :: cells(m)
  class(*), pointer :: any
  integer, volatile :: clock
  common /blk/ x, y
  real :: x, y(3)
contains
  subroutine step(a, k, b, c, d, e, f, opt)
    integer, intent(in) :: k
    real(dp), intent(inout) :: a(k, *)
    real(kind=dp), intent(out) :: b(:, 0:)
    real, contiguous :: c(:)
    integer, allocatable, intent(inout) :: d(:)
    real, pointer :: e(:, :)
    real, external :: f
    type(*) :: opt
    optional :: opt
    real :: local(k, 2:m), g
    integer :: i
    do i = 1, k
      a(i, 1) = b(i, 0) + f(i)
    end do
    g = sum([(real(i), i = 1, m)]) + local(1, 2)
    d = 1
    e => null()
    c = g
    block
      integer :: i(3)
      i = 1
    end block
  end subroutine step

  elemental function area(r) result(s)
    real(dp), intent(in) :: r
    real(dp) :: s
    s = r**2
  end function area

  subroutine outer(n)
    integer, value :: n
    real :: t(n)
    t = 0
    call inner
  contains
    subroutine inner
      real :: n(3)
      n = t(1)
    end subroutine inner
  end subroutine outer
end module state
