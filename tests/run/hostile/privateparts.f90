! Objects with components that are PRIVATE: the module of their type may name them, a program that uses it may not. They are
! polymorphic and have procedures bound to them, so that no call of the run time can be given the object itself.
module m_parts
  use mpi
  implicit none
  type part
    real(8), allocatable :: w(:, :)
  end type
  type field
    private
    integer :: n = 0
    real(8), allocatable :: u(:, :), v(:, :)
    type(part) :: one
    real(8) :: total = 0
  contains
    procedure :: setup
    procedure, non_overridable :: step
    procedure, non_overridable :: halo
    procedure :: report
  end type
  type, extends(field) :: more
    real(8), allocatable :: extra(:, :)
  end type
contains
  subroutine setup(self, n, me)
    class(field), intent(inout) :: self
    integer, intent(in) :: n, me
    integer :: i, j
    self%n = n
    allocate (self%u(n, 0:n+1), self%v(n, 0:n+1), self%one%w(n, 0:n+1))
    do j = 0, n + 1
      do i = 1, n
        self%u(i, j) = me + 0.01d0*i + 0.001d0*j
      end do
    end do
    self%v = 0
    self%one%w = 1
  end subroutine
  subroutine step(self)
    class(field), intent(inout) :: self
    integer :: i, j, ierr
    real(8) :: edge, s
    do j = 1, self%n
      do i = 1, self%n
        self%v(i, j) = 0.25d0*(self%u(i, j-1) + self%u(i, j+1)) + 0.5d0*self%u(i, j)*self%one%w(i, j)
      end do
    end do
    edge = self%u(3, self%n)
    s = self%v(3, 3) + edge
    call MPI_Allreduce(s, self%total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    s = self%u(2, 0) + self%u(2, self%n + 1)
    do j = 1, self%n
      do i = 1, self%n
        self%u(i, j) = self%v(i, j) + 1d-3*s
      end do
    end do
  end subroutine
  subroutine halo(self, west, east)
    class(field), intent(inout) :: self
    integer, intent(in) :: west, east
    !$mdmp recv(self%u(:, 0), west)
    !$mdmp recv(self%u(:, self%n+1), east)
    !$mdmp send(self%u(:, 1), west)
    !$mdmp send(self%u(:, self%n), east)
    !$mdmp recv(self%one%w(:, 0), west)
    !$mdmp send(self%one%w(:, self%n), east)
  end subroutine
  subroutine report(self, what, me)
    class(field), intent(in) :: self
    character(*), intent(in) :: what
    integer, intent(in) :: me
    print *, what, me, sum(self%u), sum(self%v), sum(self%one%w), self%total
  end subroutine
  subroutine inside(f, west, east)
    class(field), intent(inout) :: f
    integer, intent(in) :: west, east
    integer :: k
    !$mdmp commregion
    do k = 1, 12
      call f%halo(west, east)
      call f%step()
    end do
    !$mdmp end commregion
  end subroutine
end module
program main
  use m_parts
  implicit none
  type(field) :: a, b
  type(more) :: c
  integer :: ierr, me, np, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  call a%setup(40, me)
  call b%setup(24, me + 1)
  call c%setup(32, me + 2)
  call inside(a, modulo(me-1, np), modulo(me+1, np))
  call inside(c, modulo(me-1, np), modulo(me+1, np))
  !$mdmp commregion
  do k = 1, 12
    call b%halo(modulo(me-1, np), modulo(me+1, np))
    call b%step()
  end do
  !$mdmp end commregion
  call a%report('a', me)
  call b%report('b', me)
  call c%report('c', me)
  call MPI_Finalize(ierr)
end program
