! Buffers by turns: what a wait completes began an iteration before, with another subscript.
program turns
  use mpi
  implicit none
  integer, parameter :: m = 20000, steps = 40
  real(8) :: u(m, 0:steps), w(m), v(m)
  integer :: rank, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = -1; v = 0
  call ahead(u, v, w)
  call each(u, v, w)
  print '(a,i2,2es24.16)', 'turns', rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
contains
  ! A receive that is posted in one iteration is waited for in the next one, another one.
  subroutine ahead(x, y, z)
    real(8), intent(inout) :: x(m, 0:steps), y(m), z(m)
    integer :: i, k, r, s, code
    s = MPI_REQUEST_NULL
    do k = 1, steps
      if (mod(k, 2) == 1) call MPI_Irecv(x(1, k), m, MPI_REAL8, left, k, MPI_COMM_WORLD, r, code)
      z = rank + k
      do i = 2, m
        z(i) = z(i) + 0.5d0*z(i-1)
      end do
      if (mod(k, 2) == 0) call MPI_Isend(z, m, MPI_REAL8, right, k - 1, MPI_COMM_WORLD, s, code)
      if (mod(k, 2) == 0) call MPI_Wait(r, MPI_STATUS_IGNORE, code)   ! stays
      do i = 1, m
        y(i) = y(i) + x(i, k-1)
      end do
      call MPI_Wait(s, MPI_STATUS_IGNORE, code)   ! stays
    end do
  end subroutine ahead

  ! What is waited for in the same iteration is known.
  subroutine each(x, y, z)
    real(8), intent(inout) :: x(m, 0:steps), y(m), z(m)
    integer :: i, k, r(2), code
    r = MPI_REQUEST_NULL
    do k = 1, steps
      if (left >= 0) call MPI_Irecv(x(1, k), m, MPI_REAL8, left, k, MPI_COMM_WORLD, r(1), code)
      if (left >= 0) call MPI_Isend(z, m, MPI_REAL8, right, k, MPI_COMM_WORLD, r(2), code)
      call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, code)   ! overlaps
      do i = 1, m
        y(i) = y(i) + x(i, k-1)
      end do
      z = z + 1
    end do
  end subroutine each
end program turns
