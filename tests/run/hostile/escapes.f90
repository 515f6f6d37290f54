! Variables that lack TARGET and that a pointer leads to all the same: by a name of SELECT RANK, an operator, an assignment and a statement
! function that are procedures of the program; an allocatable array takes over the storage of one.
module m_escapes
  implicit none
  integer, parameter :: n = 4000
  real(8), pointer :: kept(:)
  type seed
    real(8) :: first
  end type
  interface operator(.kept.)
    module procedure keptsum
  end interface
  interface assignment(=)
    module procedure sow
  end interface
contains
  subroutine keep(x)
    real(8), target, intent(inout) :: x(n)
    kept => x
  end subroutine

  subroutine keeprank(x)
    real(8), target, intent(inout) :: x(..)
    select rank (x)
    rank (1)
      call keep(x)
    rank default
      stop 1
    end select
  end subroutine

  function keptsum(x) result(s)
    real(8), target, intent(in) :: x(:)
    real(8) :: s
    kept => x
    s = sum(x)
  end function

  function keptfirst(x) result(s)
    real(8), target, intent(in) :: x(n)
    real(8) :: s
    kept => x
    s = x(1)
  end function

  subroutine sow(x, y)
    real(8), target, intent(inout) :: x(:)
    type(seed), intent(in) :: y
    x = y%first
    kept => x
  end subroutine
end module

program escapes
  use mpi
  use m_escapes
  implicit none
  integer :: rank, ierr, other
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  call byrank()
  call byoperator()
  call byassignment()
  call byfunction()
  call bymoving()
  call MPI_Finalize(ierr)
contains
  subroutine byrank()
    real(8) :: u(n)
    real(8) :: v(n)
    integer :: it, i
    u = rank
    call keeprank(u)
    v = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      kept(5) = kept(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by rank', rank, sum(u)
  end subroutine

  subroutine byoperator()
    real(8) :: u(n)
    real(8) :: v(n), s
    integer :: it, i
    u = rank
    s = .kept. u
    u(2) = s
    v = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      kept(5) = kept(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by an operator', rank, sum(u)
  end subroutine

  subroutine byassignment()
    real(8) :: u(n)
    real(8) :: v(n)
    integer :: it, i
    u = seed(1d0*rank)
    v = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      kept(5) = kept(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by an assignment', rank, sum(u)
  end subroutine

  subroutine byfunction()
    real(8) :: u(n)
    real(8) :: v(n), s, touched
    integer :: it, i
    touched(s) = keptfirst(u) + s
    u = rank
    u(2) = touched(1d0)
    v = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      kept(5) = kept(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by a statement function', rank, sum(u)
  end subroutine

  subroutine bymoving()
    real(8), allocatable :: u(:)
    real(8) :: v(n)
    integer :: it, i
    real(8), allocatable :: before(:)
    allocate (before(n), source=1d0*rank)
    call keep(before)
    call move_alloc(before, u)
    v = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      kept(5) = kept(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by moving', rank, sum(u)
  end subroutine
end program
