module fields
  implicit none
  private
  real(8), pointer, public :: kept(:,:) => null()
  type, public :: field
    integer :: n = 0, left = -1, right = -1
    real(8), allocatable :: a(:,:), b(:,:)
    real(8) :: edge(2) = 0
  contains
    procedure :: init
    procedure :: exchange => field_exchange
    procedure, non_overridable :: swap => both_sides
    procedure :: evolve => field_evolve
    procedure :: keep
    procedure, nopass :: free
    procedure, pass(me) :: second
    procedure, private :: one, two
    generic :: either => one, two
  end type
  type, extends(field), public :: child
    real(8), allocatable :: c(:,:)
  contains
    procedure :: exchange => child_exchange
    procedure :: evolve => child_evolve
  end type
  type, public :: grid
    type(field) :: f(2)
    class(field), allocatable :: any
    type(child) :: last
  end type
  public :: field_exchange
contains
  subroutine init(self, n, left, right, s)
    class(field), intent(inout) :: self
    integer, intent(in) :: n, left, right
    real(8), intent(in) :: s
    integer :: i, j
    self%n = n; self%left = left; self%right = right
    if (allocated(self%a)) deallocate (self%a, self%b)
    allocate (self%a(n,0:n+1), self%b(n,0:n+1))
    do j = 0, n + 1
      do i = 1, n
        self%a(i,j) = s + i + 100*j
      end do
    end do
    self%b = s
    select type (self)
    type is (child)
      self%c = self%a
    end select
  end subroutine
  subroutine field_exchange(self)
    class(field), intent(inout) :: self
    !$mdmp send(self%a(:,1), self%left)
    !$mdmp send(self%a(:,self%n), self%right)
    !$mdmp recv(self%a(:,0), self%left)
    !$mdmp recv(self%a(:,self%n+1), self%right)
  end subroutine
  subroutine child_exchange(self)
    class(child), intent(inout) :: self
    !$mdmp send(self%c(:,1), self%left)
    !$mdmp recv(self%c(:,self%n+1), self%right)
  end subroutine
  subroutine both_sides(self)
    class(field), intent(inout) :: self
    call self%exchange()
    call field_exchange(self)
  end subroutine
  subroutine field_evolve(self)
    class(field), intent(inout) :: self
    integer :: i, j
    do j = 1, self%n
      do i = 1, self%n
        self%b(i,j) = 0.25d0*(self%a(i,j-1) + self%a(i,j+1) + 2*self%a(i,j))
      end do
    end do
    do j = 1, self%n
      do i = 1, self%n
        self%a(i,j) = 0.5d0*self%b(i,j)
      end do
    end do
  end subroutine
  subroutine child_evolve(self)
    class(child), intent(inout) :: self
    integer :: i, j
    do j = 1, self%n
      do i = 1, self%n
        self%a(i,j) = 0.5d0*self%a(i,j) + 0.25d0*self%c(i,j+1)
      end do
    end do
  end subroutine
  subroutine keep(self)
    class(field), target, intent(inout) :: self
    call field_exchange(self)
    kept => self%a
  end subroutine
  subroutine free(n)
    integer, intent(inout) :: n
    n = n + 1
    if (associated(kept)) n = n + int(kept(1,0))
  end subroutine
  subroutine second(other, me, k)
    class(field), intent(inout) :: other, me
    integer, intent(in), optional :: k
    call field_exchange(me)
    other%b(:,0) = me%b(:,1)
    if (present(k)) other%b(:,0) = k
  end subroutine
  subroutine one(self, k)
    class(field), intent(inout) :: self
    integer, intent(in) :: k
    call field_exchange(self)
    self%b(:,0) = k
  end subroutine
  subroutine two(self, x)
    class(field), intent(inout) :: self
    real(8), intent(in) :: x
    call field_exchange(self)
    self%b(:,0) = x
  end subroutine
end module
