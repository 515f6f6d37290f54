! A message tells another rank that a window is filled: it gets what is there.
program window
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer, parameter :: m = 20000, steps = 20
  real(8), pointer :: w(:)
  real(8) :: v(m), token(4)
  type(c_ptr) :: base
  type(MPI_Win) :: win
  integer :: rank, ranks, left, right, it, i, k
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  v = 0; token = 1
  call MPI_Win_allocate(int(8*m, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, w, [m])
  do it = 1, steps
    do k = 1, 1 + 39*mod(rank, 2)   ! some are slow
      do i = 1, m
        w(i) = it + k + 1d-3*i
      end do
    end do
    call MPI_Sendrecv(token, 4, MPI_REAL8, right, it, v, 4, MPI_REAL8, left, it, MPI_COMM_WORLD, MPI_STATUS_IGNORE)   ! stays
    call MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win)
    call MPI_Get(v, m, MPI_REAL8, left, 0_MPI_ADDRESS_KIND, m, MPI_REAL8, win)
    call MPI_Win_unlock(left, win)
    token(2) = token(2) + sum(v)
    call MPI_Barrier(MPI_COMM_WORLD)
  end do
  print '(a,i2,2es24.16)', 'window', rank, sum(w), token(2)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program window
