! Objects to whose types procedures are bound, passed to exchange routines and asked by functions: what comes into their
! components may be pending when a function is called that reads it, and what the compiler has read before must be read again.
! Statements that share lines; functions that are overridden, so that nobody knows which is called.
! run: ranks 1 2 3
module m_grid
  implicit none
  integer, parameter :: n = 600, m = 5
  type grid
    integer :: lo = -1, hi = -1, calls = 0
    real(8), allocatable :: w(:,:)
    real(8) :: edge(n) = 0
  contains
    procedure :: below
    procedure :: above
    procedure :: weight
  end type
  type, extends(grid) :: heavy
    real(8) :: factor = 2
  contains
    procedure :: weight => weight_of_heavy
  end type
contains
  integer pure function below(this)
    class(grid), intent(in) :: this
    below = this%lo
  end function
  integer pure function above(this)
    class(grid), intent(in) :: this
    above = this%hi
  end function
  real(8) pure function weight(this)
    class(grid), intent(in) :: this
    weight = sum(this%w(:,0)) + sum(this%edge)
  end function
  real(8) pure function weight_of_heavy(this)
    class(heavy), intent(in) :: this
    weight_of_heavy = this%factor*(sum(this%w(:,0)) + this%edge(1) + this%edge(n))
  end function
end module

module m_steps
  use m_grid
  implicit none
contains
  ! The field is an argument of its own, the object says who the neighbours are.
  subroutine swap(u, g)
    real(8), intent(inout) :: u(:,0:)
    class(grid), intent(in) :: g
    integer :: to, from
    to = g%above(); from = g%below()
    !$mdmp recv(u(:,0), from) tag(1)
    !$mdmp send(u(:,m), to) tag(1)
  end subroutine

  ! What comes goes into the object.
  subroutine swap_inside(g)
    class(grid), intent(inout) :: g
    integer :: to, from
    to = g%above(); from = g%below()
    !$mdmp recv(g%w(:,0), from) tag(2)
    !$mdmp recv(g%edge, from) tag(3)
    !$mdmp send(g%w(:,m), to) tag(2)
    !$mdmp send(g%w(:,1), to) tag(3)
  end subroutine

  subroutine smooth(u, v)
    real(8), intent(in) :: u(:,0:)
    real(8), intent(inout) :: v(:,0:)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
      end do
    end do
  end subroutine

  subroutine inside(g, total)
    class(grid), intent(inout) :: g
    real(8), intent(inout) :: total
    real(8) :: early
    integer :: i, j
    early = g%edge(3)
    do j = 2, m
      do i = 1, n
        g%w(i,j) = 0.75d0*g%w(i,j) + 0.25d0*g%w(i,j-1)
      end do
    end do
    call swap_inside(g)
    total = total + early; total = total + g%weight(); total = total - g%edge(3)*0.5d0
    g%w(:,1) = 0.5d0*(g%w(:,1) + g%w(:,0)); g%calls = g%calls + 1
  end subroutine
end module

program objectmethods
  use mpi
  use m_steps
  implicit none
  type(grid) :: light
  type(heavy) :: big
  real(8), allocatable :: u(:,:), v(:,:)
  real(8) :: total
  integer :: rank, ranks, ierr, it, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  allocate (u(n,0:m), v(n,0:m), light%w(n,0:m), big%w(n,0:m))
  light%lo = modulo(rank - 1, ranks); light%hi = modulo(rank + 1, ranks)
  big%lo = merge(MPI_PROC_NULL, rank - 1, rank == 0); big%hi = merge(MPI_PROC_NULL, rank + 1, rank == ranks - 1)
  do j = 0, m
    do i = 1, n
      u(i,j) = i + 10*j + 1000*rank; light%w(i,j) = 2*i - j + rank; big%w(i,j) = i*j - 3*rank
    end do
  end do
  v = u; total = 0
  !$mdmp commregion
  do it = 1, 20
    call swap(u, light)
    call smooth(u, v)
    call swap(v, big)
    call smooth(v, u)
    call inside(light, total); call inside(big, total)
  end do
  !$mdmp end commregion
  print '(a,i3,5(1x,z16.16))', 'rank', rank, total, sum(u), sum(v), sum(light%w) + sum(light%edge), sum(big%w) + sum(big%edge)
  call MPI_Finalize(ierr)
end program
