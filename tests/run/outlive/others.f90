! What another file does to a variable that it was told of earlier.
module others
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 24, m = 20, steps = 6
  integer :: me, left, right, request, given
  integer, target :: shared
  integer, pointer :: known => null()
  abstract interface
    subroutine setter(value)
      integer, intent(in) :: value
    end subroutine
  end interface
  procedure(setter), pointer :: registered => null()
  interface
    subroutine remember(address) bind(C)
      import :: c_ptr
      type(c_ptr), value :: address
    end subroutine
    subroutine poke(value) bind(C)
      import :: c_int
      integer(c_int), value :: value
    end subroutine
  end interface
  type, abstract :: actor
  contains
    procedure(act), deferred :: act
  end type
  abstract interface
    subroutine act(this, value)
      import :: actor
      class(actor), intent(in) :: this
      integer, intent(in) :: value
    end subroutine
  end interface
  type, extends(actor) :: writer
    integer, pointer :: p => null()
  contains
    procedure :: act => writes
  end type
  type :: holder
    integer, pointer :: p => null()
    integer :: value = 0
    procedure(setter), pointer, nopass :: set => null()
  contains
    procedure :: assigned
    generic :: assignment(=) => assigned
    procedure :: added
    generic :: operator(+) => added
    final :: gone
  end type
contains
  subroutine finish(r)
    integer, intent(inout) :: r
    integer :: ierr
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  end subroutine
  subroutine finish_all
    integer :: ierr
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine
  subroutine keep(x)
    integer, target, intent(inout) :: x
    known => x
  end subroutine
  subroutine bump(value)
    integer, intent(in) :: value
    known = value
  end subroutine
  subroutine share(value)
    integer, intent(in) :: value
    shared = value
  end subroutine
  subroutine register(f)
    procedure(setter) :: f
    registered => f
  end subroutine
  subroutine fire(value)
    integer, intent(in) :: value
    call registered(value)
  end subroutine
  subroutine through(f, value)
    procedure(setter) :: f
    integer, intent(in) :: value
    call f(value)
  end subroutine
  subroutine writes(this, value)
    class(writer), intent(in) :: this
    integer, intent(in) :: value
    this%p = value
  end subroutine
  subroutine make(a, x)
    class(actor), allocatable, intent(out) :: a
    integer, target, intent(inout) :: x
    allocate(a, source=writer(x))
  end subroutine
  subroutine hold(h, x, value)
    type(holder), intent(inout) :: h
    integer, target, intent(inout) :: x
    integer, intent(in) :: value
    h%p => x
    h%value = value
    known => x
    h%set => bump
  end subroutine
  subroutine gone(this)
    type(holder), intent(inout) :: this
    if (associated(this%p)) this%p = this%value
  end subroutine
  subroutine assigned(this, value)
    class(holder), intent(inout) :: this
    integer, intent(in) :: value
    this%p = value
  end subroutine
  integer function added(this, value)
    class(holder), intent(in) :: this
    integer, intent(in) :: value
    this%p = value
    added = 0
  end function
  subroutine consume(h)
    type(holder), allocatable, intent(out) :: h
  end subroutine
  subroutine deleted(comm, key, value, extra, ierr)
    integer :: comm, key, ierr
    integer(MPI_ADDRESS_KIND) :: value, extra
    known = int(value)
    ierr = MPI_SUCCESS
  end subroutine
  subroutine applied(a, b, length, type)
    integer :: length, type
    integer :: a(length), b(length)
    known = a(1)
    b = a
  end subroutine
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
end module

subroutine setcommon(value)
  implicit none
  integer, intent(in) :: value
  integer :: one
  common /single/ one
  one = value
end subroutine
