! A stage of the pipeline by hand.
module hand
  use mpi
  use work, only: nap, wait_for
  implicit none
  private
  public :: hand_blocking, hand_pieces, columns
  integer, parameter :: dp = kind(1.0d0)
contains

  ! Receive the block, compute, send the block.
  subroutine hand_blocking(a, b, m, n, sleeping, effort, prev, next)
    integer, intent(in) :: m, n, effort, prev, next
    logical, intent(in) :: sleeping
    real(dp), intent(inout), asynchronous :: a(m, n), b(m, n)
    integer :: request, ierr
    call MPI_Irecv(a, m*n, MPI_DOUBLE_PRECISION, prev, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
    call columns(a, b, m, n, 1, n, sleeping, effort)
    call MPI_Isend(b, m*n, MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
  end subroutine hand_blocking

  ! The expert's: pieces of some columns, sent as soon as they are computed and
  ! waited for when they are needed.
  subroutine hand_pieces(a, b, m, n, step, sleeping, effort, prev, next)
    integer, intent(in) :: m, n, step, effort, prev, next
    logical, intent(in) :: sleeping
    real(dp), intent(inout), asynchronous :: a(m, n), b(m, n)
    integer :: in(n), out(n), j, last, k, ierr
    k = 0
    do j = 1, n, step
      last = min(n, j + step - 1)
      k = k + 1
      call MPI_Irecv(a(1, j), m*(last - j + 1), MPI_DOUBLE_PRECISION, prev, 0, MPI_COMM_WORLD, in(k), ierr)
    end do
    k = 0
    do j = 1, n, step
      last = min(n, j + step - 1)
      k = k + 1
      call wait_for(in(k))
      call columns(a, b, m, n, j, last, sleeping, effort)
      call MPI_Isend(b(1, j), m*(last - j + 1), MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, out(k), ierr)
    end do
    do j = 1, k
      call wait_for(out(j))
    end do
  end subroutine hand_pieces

  ! The computation on columns from to last, as in directive.f90.
  subroutine columns(a, b, m, n, from, last, sleeping, effort)
    integer, intent(in) :: m, n, from, last, effort
    logical, intent(in) :: sleeping
    real(dp), intent(in) :: a(m, n)
    real(dp), intent(inout) :: b(m, n)
    integer :: i, j, k
    real(dp) :: x
    if (sleeping) then
      do j = from, last
        call nap(effort)
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + 1
        end do
      end do
    else
      do j = from, last
        do i = 1, m
          x = a(i, j)
          do k = 1, effort
            x = 0.999_dp*x + 0.001_dp
          end do
          b(i, j) = x
        end do
      end do
    end if
  end subroutine columns

end module hand
