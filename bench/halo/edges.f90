! The exchange of the hand-written variants. All shapes look alike from here: a
! field is a one-dimensional array, and an edge (what is sent or received) is
! "count" elements, "stride" apart.
!
! Contiguous edges are sent from where they lie. Others are packed into
! buffers by loops, which is faster than a datatype under both MPIs.
module edges
  use mpi
  implicit none
  private
  public :: edge_set, edges_setup, edges_start, edges_finish, edges_blocking, edges_free
  integer, parameter :: dp = kind(1.0d0)

  type edge_set
    integer :: count = 0, stride = 1              ! shape of an edge
    integer :: size = 0                           ! elements of a field
    integer :: fields = 0
    integer :: send_at(2) = 0, recv_at(2) = 0     ! first element of the edges, west and east
    integer :: peer(2) = MPI_PROC_NULL
    integer :: piece = 0                          ! elements of a message, 0: the whole edge
    integer, allocatable :: request(:)
    integer :: pending = 0
    real(dp), allocatable :: out(:, :, :), in(:, :, :) ! element, side, field
  end type edge_set

contains

  subroutine edges_setup(e)
    type(edge_set), intent(inout) :: e
    integer :: messages
    messages = 1
    if (e%piece > 0) messages = (e%count + e%piece - 1)/e%piece
    allocate (e%request(4*e%fields*messages))
    if (e%stride > 1) then
      allocate (e%out(e%count, 2, e%fields), source=0.0_dp)
      allocate (e%in(e%count, 2, e%fields), source=0.0_dp)
    end if
  end subroutine edges_setup

  subroutine edges_free(e)
    type(edge_set), intent(inout) :: e
    deallocate (e%request)
    if (allocated(e%out)) deallocate (e%out, e%in)
  end subroutine edges_free

  ! Posts the receives of all fields, then the sends.
  subroutine edges_start(e, u)
    type(edge_set), intent(inout) :: e
    real(dp), intent(inout), asynchronous :: u(e%size, e%fields)
    integer :: f, side
    e%pending = 0
    do f = 1, e%fields
      do side = 1, 2
        if (e%stride > 1) then
          call post(e, e%in(1, side, f), e%count, side, .false.)
        else
          call post(e, u(e%recv_at(side), f), e%count, side, .false.)
        end if
      end do
    end do
    do f = 1, e%fields
      do side = 1, 2
        if (e%stride > 1) then
          call gather(e, u(:, f), e%send_at(side), e%out(:, side, f))
          call post(e, e%out(1, side, f), e%count, side, .true.)
        else
          call post(e, u(e%send_at(side), f), e%count, side, .true.)
        end if
      end do
    end do
  end subroutine edges_start

  ! One edge in messages of at most e%piece elements.
  subroutine post(e, a, n, side, sending)
    type(edge_set), intent(inout) :: e
    integer, intent(in) :: n, side
    real(dp), intent(inout), asynchronous :: a(n)
    logical, intent(in) :: sending
    integer :: from, count, step, ierr
    if (e%peer(side) == MPI_PROC_NULL) return
    step = merge(e%piece, n, e%piece > 0)
    do from = 1, n, step
      count = min(step, n - from + 1)
      e%pending = e%pending + 1
      if (sending) then
        call MPI_Isend(a(from), count, MPI_DOUBLE_PRECISION, e%peer(side), 0, MPI_COMM_WORLD, e%request(e%pending), ierr)
      else
        call MPI_Irecv(a(from), count, MPI_DOUBLE_PRECISION, e%peer(side), 0, MPI_COMM_WORLD, e%request(e%pending), ierr)
      end if
    end do
  end subroutine post

  subroutine edges_finish(e, u)
    type(edge_set), intent(inout) :: e
    real(dp), intent(inout), asynchronous :: u(e%size, e%fields)
    integer :: f, side, ierr
    call MPI_Waitall(e%pending, e%request, MPI_STATUSES_IGNORE, ierr)
    if (e%stride == 1) return
    do f = 1, e%fields
      do side = 1, 2
        if (e%peer(side) /= MPI_PROC_NULL) call scatter(e, u(:, f), e%recv_at(side), e%in(:, side, f))
      end do
    end do
  end subroutine edges_finish

  ! The textbook's blocking exchange: everything to the east, then to the west.
  subroutine edges_blocking(e, u)
    type(edge_set), intent(inout) :: e
    real(dp), intent(inout) :: u(e%size, e%fields)
    integer :: f, to, from, status(MPI_STATUS_SIZE), ierr
    do f = 1, e%fields
      do to = 2, 1, -1
        from = 3 - to
        if (e%stride > 1) then
          call gather(e, u(:, f), e%send_at(to), e%out(:, to, f))
          call MPI_Sendrecv(e%out(1, to, f), e%count, MPI_DOUBLE_PRECISION, e%peer(to), 0, e%in(1, from, f), e%count, &
                            MPI_DOUBLE_PRECISION, e%peer(from), 0, MPI_COMM_WORLD, status, ierr)
          if (e%peer(from) /= MPI_PROC_NULL) call scatter(e, u(:, f), e%recv_at(from), e%in(:, from, f))
        else
          call MPI_Sendrecv(u(e%send_at(to), f), e%count, MPI_DOUBLE_PRECISION, e%peer(to), 0, u(e%recv_at(from), f), e%count, &
                            MPI_DOUBLE_PRECISION, e%peer(from), 0, MPI_COMM_WORLD, status, ierr)
        end if
      end do
    end do
  end subroutine edges_blocking

  subroutine gather(e, u, at, buffer)
    type(edge_set), intent(in) :: e
    real(dp), intent(in) :: u(e%size)
    integer, intent(in) :: at
    real(dp), intent(inout) :: buffer(e%count)
    integer :: k
    do k = 1, e%count
      buffer(k) = u(at + (k - 1)*e%stride)
    end do
  end subroutine gather

  subroutine scatter(e, u, at, buffer)
    type(edge_set), intent(in) :: e
    real(dp), intent(inout) :: u(e%size)
    integer, intent(in) :: at
    real(dp), intent(in) :: buffer(e%count)
    integer :: k
    do k = 1, e%count
      u(at + (k - 1)*e%stride) = buffer(k)
    end do
  end subroutine scatter

end module edges
