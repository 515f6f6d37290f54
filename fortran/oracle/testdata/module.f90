module m
  use iso_c_binding, only : c_int, operator(+), x=>y
  implicit none
  private
  type, extends(base), public :: t
    private
    real(8), allocatable :: a(:,:), b(:)
    procedure(f), pointer, nopass :: p => null()
  contains
    procedure, pass(self) :: go => go_impl
    generic :: operator(.eq.) => eq1, eq2
    final :: bye
  end type t
  interface operator(.plus.)
    module procedure a, b
    function c(x)
      real x, c
    end function
  end interface
  real, parameter :: pi = 3.14_8, arr(3) = [1., 2., 3.]
  character(len=*), parameter :: s = "it's"
contains
  subroutine go_impl(self, n, *)
    class(t), intent(inout) :: self
    integer :: i, j
    !$mdmp commregion
    outer: do i = 1, n
      do 10 j = 1, n
10    self%a(i,j) = -self%b(i)**2 + 1.eq.2
      if (i > 3 .and. .not. l) exit outer
    end do outer
    !$mdmp end commregion
    select type (x => self%q)
    type is (integer)
      call x%foo(1, k=2)(3)
    class default
      print *, 'a', (self%b(i), i=1,n)
    end select
    associate (z => self%a(1,:), y=>2)
      z = 1
    end associate
    block
      real q
      q = 1
    end block
    do concurrent (integer :: i=1:n, j=1:n:2, i /= j) local(a) shared(b)
    end do
    if (a) then
    else if (b) then
      x = 1
    else
      goto 10
    end if
    allocate(real(8) :: x(10), y(0:n), stat=ierr)
    allocate(character(len=:) :: z)
    write(*,'(a)') x, y
    read *, a
    read (5,*,end=10) b
    where (a > 0) b = 1
    where (a > 0)
      b = 1
    elsewhere
      b = 2
    end where
    forall (i=1:n) a(i) = 1
    x = [real(8) :: 1, 2]; y = (/ (i*2, i=1,5), 3 /)
    p => q
    p(1:n, 1:m) => q(:)
    c = (1.0, -2.0)
    x = a(1)%b(2)%c(3:4)(1:2)
  end subroutine
end module
