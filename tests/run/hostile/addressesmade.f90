! Variables that lack TARGET and that a pointer leads to all the same: by LOC, and by a procedure that passes its argument on to
! one that keeps a pointer, or that is called by a generic name or by one that is bound to a type.
module m_addresses
  use iso_c_binding
  implicit none
  integer, parameter :: n = 4000
  real(8), pointer :: kept(:), located(:)
  type registry
    integer :: fields = 0
  contains
    procedure :: add
  end type
  interface keepany
    module procedure keep, keepnumber
  end interface
contains
  subroutine add(self, x)
    class(registry), intent(inout) :: self
    real(8), target :: x(n)
    self%fields = self%fields + 1
    kept => x
  end subroutine

  subroutine keepnumber(x)
    integer, target :: x
    x = x + 1
  end subroutine

  subroutine keep(x)
    real(8), target :: x(n)
    kept => x
  end subroutine

  subroutine passon(x)
    real(8) :: x(n)
    call keep(x)
  end subroutine

  function addressof(x) result(at)
    real(8) :: x(n)
    integer(8) :: at
    at = loc(x)
  end function

  subroutine locate(at)
    integer(8), intent(in) :: at
    type(c_ptr) :: c
    c = transfer(at, c)
    call c_f_pointer(c, located, [n])
  end subroutine
end module

program addressesmade
  use mpi
  use m_addresses
  implicit none
  integer :: rank, ierr, other
  class(registry), allocatable :: fields
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  call here()
  call byfunction()
  call bypassing()
  call bygeneric()
  allocate (fields)
  call bybinding(fields)
  call MPI_Finalize(ierr)
contains
  subroutine here()
    real(8) :: u(n), v(n)
    integer :: it, i
    u = rank; v = 0
    call locate(loc(u))
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      located(5) = located(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'here', rank, sum(u)
  end subroutine

  subroutine byfunction()
    real(8) :: u(n), v(n)
    integer :: it, i
    u = rank; v = 0
    call locate(addressof(u))
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(v, other)
      !$mdmp send(u, other)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i)
      end do
      located(5) = located(5) + it
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'by function', rank, sum(u)
  end subroutine

  subroutine bypassing()
    real(8) :: u(n), v(n)
    integer :: it, i
    u = rank; v = 0
    call passon(u)
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
    print '(a,i2,1x,z16.16)', 'by passing', rank, sum(u)
  end subroutine

  subroutine bygeneric()
    real(8) :: u(n), v(n)
    integer :: it, i
    u = rank; v = 0
    call keepany(u)
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
    print '(a,i2,1x,z16.16)', 'by a generic name', rank, sum(u)
  end subroutine

  subroutine bybinding(fields)
    class(registry), intent(inout) :: fields
    real(8) :: u(n), v(n)
    integer :: it, i
    u = rank; v = 0
    call fields%add(u)
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
    print '(a,i2,1x,z16.16)', 'by a binding', rank, sum(u)
  end subroutine
end program
