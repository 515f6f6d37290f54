! Exchanges in module procedures, submodules, internal procedures and type-bound
! procedures of polymorphic objects; arrays of the module, renamed on use.
module state
  implicit none
  real(8), allocatable :: u(:, :)
  integer :: before, after
  type :: grid
    real(8), allocatable :: f(:, :)
    integer :: m = 0
  contains
    procedure :: update => grid_update
  end type grid
  type, extends(grid) :: twice
    real(8), allocatable :: g(:)
  contains
    procedure :: update => twice_update
  end type twice
  interface
    module subroutine rows(k)
      integer, intent(in) :: k
    end subroutine rows
  end interface
contains
  subroutine columns
    !ref use ref
    !$mdmp recv(u(:, 1), before)
    !$mdmp send(u(:, 6), after)
    !ref call ref_recv(u(:, 1), before); call ref_send(u(:, 6), after); call ref_wait(u)
    u(:, 2) = u(:, 1) + u(:, 2)
  end subroutine columns
  subroutine grid_update(self)
    !ref use ref
    class(grid), intent(inout) :: self
    !$mdmp recv(self%f(0, :), before)
    !$mdmp send(self%f(self%m, :), after)
    !ref call ref_recv(self%f(0, :), before); call ref_send(self%f(self%m, :), after); call ref_wait(self%f)
  end subroutine grid_update
  subroutine twice_update(self)
    !ref use ref
    class(twice), intent(inout) :: self
    call self%grid%update
    !$mdmp recv(self%g(1:3), before)
    !$mdmp send(self%g(4:), after)
    !ref call ref_recv(self%g(1:3), before); call ref_send(self%g(4:), after); call ref_wait(self%g)
  end subroutine twice_update
end module state

submodule (state) below
contains
  module procedure rows
    !ref use ref
    !$mdmp recv(u(1, :), before) tag(k)
    !$mdmp send(u(5, :), after) tag(k)
    !ref call ref_recv(u(1, :), before, k); call ref_send(u(5, :), after, k); call ref_wait(u)
    u(2, :) = u(2, :) - u(1, :)
  end procedure rows
end submodule below

program modproc
  use mpi
  use support
  use state, only: field => u, prev => before, next => after, columns, rows, grid, twice
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  class(grid), allocatable :: g
  type(twice) :: t
  real(8) :: x(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (field(5, 6))
  field = reshape([(rank*7 + k/8d0, k=1, 30)], [5, 6])
  t%m = 4
  t%g = [1, 2, 3, 4, 5, 6]*(rank + 1d0)
  allocate (t%f(0:4, 3), source=field(:, 1:3))
  allocate (g, source=t)
  x = rank
  !$mdmp commregion
  do k = 1, 4
    call columns
    call rows(k)
    call g%update
    call t%update
    call inner
    field(5, 6) = field(5, 6) + t%f(0, 2) + t%g(2)
    t%f(4, :) = t%f(0, :) + k
    t%g(4:) = 2*t%g(:3)
  end do
  !$mdmp end commregion
  call report('field', transfer(field, bytes))
  call report('f', transfer(t%f, bytes))
  call report('g', transfer(t%g, bytes))
  call report('gf', transfer(g%f, bytes))
  call report('x', transfer(x, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine inner
    x(4) = x(4) + k
    !$mdmp recv(x(1:2), prev)
    !$mdmp send(x(3:4), next)
    !ref call ref_recv(x(1:2), prev); call ref_send(x(3:4), next); call ref_wait(x)
    x(3) = x(1) - x(2)
  end subroutine inner
end program modproc
