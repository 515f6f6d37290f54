! The pingpongs in plain MPI.
module pong_hand
  use mpi
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine pong_mpi(a, b, n, sent, delay, steps, first, peer)
    integer, intent(in) :: n, sent, delay, steps, peer
    logical, intent(in) :: first
    real(dp), intent(inout) :: a(n), b(n)
    integer :: step, ierr
    do step = 1, steps
      if (.not. first) call MPI_Recv(b, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      call elements(a, b, n, delay)
      call MPI_Send(a, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, ierr)
      if (first) call MPI_Recv(b, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end do
  end subroutine pong_mpi

  ! The same by nonblocking calls that are complete on the spot: what directives promise to behave like.
  subroutine pong_nonblock(a, b, n, sent, delay, steps, first, peer)
    integer, intent(in) :: n, sent, delay, steps, peer
    logical, intent(in) :: first
    real(dp), intent(inout), asynchronous :: a(n), b(n)
    integer :: step, request(2), ierr
    do step = 1, steps
      if (first) then
        call elements(a, b, n, delay)
        call MPI_Irecv(b, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(1), ierr)
        call MPI_Isend(a, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(2), ierr)
        call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierr)
      else
        call MPI_Irecv(b, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(1), ierr)
        call MPI_Wait(request(1), MPI_STATUS_IGNORE, ierr)
        call elements(a, b, n, delay)
        call MPI_Isend(a, sent, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(2), ierr)
        call MPI_Wait(request(2), MPI_STATUS_IGNORE, ierr)
      end if
    end do
  end subroutine pong_nonblock

  subroutine elements(a, b, n, delay)
    integer, intent(in) :: n, delay
    real(dp), intent(inout) :: a(n)
    real(dp), intent(in) :: b(n)
    integer :: i, k
    real(dp) :: x
    do i = 1, n
      x = b(i)
      do k = 1, delay
        x = x + 0.125_dp
      end do
      a(i) = x
    end do
  end subroutine elements

end module pong_hand
