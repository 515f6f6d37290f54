! Makes requests that receive what it gets, each in its own way.
module makers
  use mpi
  implicit none
  integer, save :: out = 2
  type :: poster
  contains
    procedure :: prepare => prepare_for
  end type
  type :: holder
    integer, pointer :: at => null()
    integer, pointer :: req(:) => null()
    integer :: left, right
  contains
    final :: prepare_at_end
  end type
  interface
    module subroutine prepare_apart(from, left, right, req)
      integer :: from, req(2)
      integer, intent(in) :: left, right
    end subroutine
  end interface
contains
  subroutine prepare(from, left, right, req)
    integer :: from, req(2)
    integer, intent(in) :: left, right
    integer :: ierr
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(from, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine nothing(from, left, right, req)
    integer :: from, req(2)
    integer, intent(in) :: left, right
    return
    entry prepare_later(from, left, right, req)
    call prepare(from, left, right, req)
  end subroutine
  subroutine prepare_for(self, from, left, right, req)
    class(poster) :: self
    integer :: from, req(2)
    integer, intent(in) :: left, right
    call prepare(from, left, right, req)
  end subroutine
  subroutine prepare_at_end(self)
    type(holder) :: self
    if (associated(self%at)) call prepare(self%at, self%left, self%right, self%req)
  end subroutine
end module
submodule (makers) apart
contains
  module procedure prepare_apart
    call prepare(from, left, right, req)
  end procedure
end submodule
! What MPI calls.
module callbacks
  use mpi
  implicit none
  integer, save :: which
contains
  ! The operation of a reduction.
  subroutine combine(given, both, n, what)
    integer, intent(in) :: n, what
    integer, intent(in) :: given(n)
    integer, intent(inout) :: both(n)
    both = both + given
    which = 2
  end subroutine
  ! What a generalized request calls.
  subroutine query(extra, status, ierr)
    integer(MPI_ADDRESS_KIND), intent(in) :: extra
    integer, intent(inout) :: status(MPI_STATUS_SIZE)
    integer, intent(out) :: ierr
    call MPI_Status_set_elements(status, MPI_INTEGER, 0, ierr)
    call MPI_Status_set_cancelled(status, .false., ierr)
    which = 2
  end subroutine
  subroutine release(extra, ierr)
    integer(MPI_ADDRESS_KIND), intent(in) :: extra
    integer, intent(out) :: ierr
    ierr = MPI_SUCCESS
  end subroutine
  subroutine give_up(extra, complete, ierr)
    integer(MPI_ADDRESS_KIND), intent(in) :: extra
    logical, intent(in) :: complete
    integer, intent(out) :: ierr
    ierr = MPI_SUCCESS
  end subroutine
end module
