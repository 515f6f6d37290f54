! What the run programs share: how most of them begin, and a report that names the
! bits of an array on every rank, printed by rank 0 in order, so that outputs can be
! compared.
module support
  use, intrinsic :: iso_fortran_env, only: int8, int32, int64
  use mpi
  implicit none
  private
  public :: report, bytes, ring_of_ranks, fill_fields

  ! Mould for transfer: call report('u', transfer(u, bytes)).
  integer(int8), parameter :: bytes(1) = 0_int8

contains

  ! Where this rank stands in a ring of all.
  subroutine ring_of_ranks(rank, nranks, prev, next)
    integer, intent(out) :: rank, nranks, prev, next
    integer :: ierr
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
    prev = modulo(rank - 1, nranks)
    next = modulo(rank + 1, nranks)
  end subroutine ring_of_ranks

  ! Values that differ from rank to rank and from element to element.
  subroutine fill_fields(rank, u, v)
    integer, intent(in) :: rank
    real(8), intent(out) :: u(:, 0:), v(:, 0:)
    integer :: i, j
    do j = 0, ubound(u, 2)
      do i = 1, ubound(u, 1)
        u(i, j) = rank + 0.01d0*i + j
        v(i, j) = -rank + 0.02d0*i - j
      end do
    end do
  end subroutine fill_fields

  ! Collective: prints a line a rank with two hashes and the number of bytes.
  subroutine report(label, b)
    character(len=*), intent(in) :: label
    integer(int8), intent(in) :: b(:)
    integer(int64) :: mine(3), all(3)
    integer(int64), parameter :: prime = 2147483647_int64
    integer :: i, rank, nranks, r, ierr, status(MPI_STATUS_SIZE)
    mine = [17_int64, 23_int64, size(b, kind=int64)]
    do i = 1, size(b)
      mine(1) = mod(mine(1)*31 + b(i) + 129, prime)
      mine(2) = mod(mine(2)*65599 + b(i) + 129, prime)
    end do
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
    if (rank /= 0) then
      call MPI_Send(mine, 3, MPI_INTEGER8, 0, 4711, MPI_COMM_WORLD, ierr)
      return
    end if
    do r = 0, nranks - 1
      all = mine
      if (r > 0) call MPI_Recv(all, 3, MPI_INTEGER8, r, 4711, MPI_COMM_WORLD, status, ierr)
      print '(a,a,i0,a,2z9.8,a,i0,a)', label, ' on ', r, ':', all(1:2), ' (', all(3), ' bytes)'
    end do
  end subroutine report

end module support

! The exchange as the language defines it, for reference builds: receives are
! posted, then sends, then ref_wait completes them all and tells the compiler
! which variables have changed.
module ref
  use, intrinsic :: iso_c_binding, only: c_int, c_long_long
  implicit none
  interface
    subroutine ref_init() bind(C)
    end subroutine ref_init
    subroutine ref_recv(a, peer, tag, comm) bind(C)
      import :: c_int
      type(*), dimension(..), intent(inout) :: a
      integer(c_int), intent(in) :: peer
      integer(c_int), intent(in), optional :: tag, comm
    end subroutine ref_recv
    subroutine ref_send(a, peer, tag, comm) bind(C)
      import :: c_int
      type(*), dimension(..), intent(in) :: a
      integer(c_int), intent(in) :: peer
      integer(c_int), intent(in), optional :: tag, comm
    end subroutine ref_send
    ! n elements from the scalar a on, contiguous.
    subroutine ref_recv_n(a, n, peer, tag, comm) bind(C)
      import :: c_int, c_long_long
      type(*), dimension(..), intent(inout) :: a
      integer(c_long_long), intent(in) :: n
      integer(c_int), intent(in) :: peer
      integer(c_int), intent(in), optional :: tag, comm
    end subroutine ref_recv_n
    subroutine ref_send_n(a, n, peer, tag, comm) bind(C)
      import :: c_int, c_long_long
      type(*), dimension(..), intent(in) :: a
      integer(c_long_long), intent(in) :: n
      integer(c_int), intent(in) :: peer
      integer(c_int), intent(in), optional :: tag, comm
    end subroutine ref_send_n
    subroutine ref_wait(a, b, c, d, e, f) bind(C)
      type(*), dimension(..), intent(inout), optional :: a, b, c, d, e, f
    end subroutine ref_wait
  end interface
end module ref
