! The exchange as it is written by hand: the best plain MPI for each layout.
module hand
  use mpi
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  ! Columns are contiguous.
  subroutine hand_column(u, n, peer, times)
    integer, intent(in) :: n, peer, times
    real(dp), intent(inout) :: u(n, 0:1)
    integer :: request(2), k, ierr
    do k = 1, times
      call MPI_Irecv(u(1, 0), n, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(1), ierr)
      call MPI_Isend(u(1, 1), n, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(2), ierr)
      call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierr)
    end do
  end subroutine hand_column

  ! Rows by a datatype that was made before.
  subroutine hand_row_type(u, ld, n, peer, times, row)
    integer, intent(in) :: ld, n, peer, times, row
    real(dp), intent(inout) :: u(0:ld - 1, n)
    integer :: request(2), k, ierr
    do k = 1, times
      call MPI_Irecv(u(0, 1), 1, row, peer, 0, MPI_COMM_WORLD, request(1), ierr)
      call MPI_Isend(u(1, 1), 1, row, peer, 0, MPI_COMM_WORLD, request(2), ierr)
      call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierr)
    end do
  end subroutine hand_row_type

  ! Rows by buffers that are packed and unpacked by loops.
  subroutine hand_row_pack(u, ld, n, peer, times, out, in)
    integer, intent(in) :: ld, n, peer, times
    real(dp), intent(inout) :: u(0:ld - 1, n), out(n), in(n)
    integer :: request(2), k, j, ierr
    do k = 1, times
      call MPI_Irecv(in, n, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(1), ierr)
      do j = 1, n
        out(j) = u(1, j)
      end do
      call MPI_Isend(out, n, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request(2), ierr)
      call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierr)
      do j = 1, n
        u(0, j) = in(j)
      end do
    end do
  end subroutine hand_row_pack

end module hand
