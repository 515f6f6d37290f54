! A procedure that all threads of a team execute: one of them receives, a barrier tells the others.
program team
  use mpi
  use omp_lib
  implicit none
  integer, parameter :: m = 20000, steps = 20
  real(8) :: u(m), v(m, 0:1), w(m, 0:1)
  integer :: rank, ranks, left, right, provided, ierr, it
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = 0; v = rank; w = 0
  !$omp parallel num_threads(2) private(it)
  do it = 1, steps
    call step(omp_get_thread_num(), it)
    call behind(omp_get_thread_num(), it)
  end do
  !$omp end parallel
  print '(a,i2,3es24.16)', 'team', rank, sum(u), sum(v), sum(w)
  call MPI_Finalize(ierr)
contains
  subroutine step(me, t)
    integer, intent(in) :: me, t
    integer :: i, k, code
    do k = 1, 1 + 39*mod(rank, 2)   ! some are late
      do i = 2, m
        v(i, me) = 0.5d0*v(i, me) + 0.25d0*v(i-1, me) + t
      end do
    end do
    if (me == 0) then
      call MPI_Sendrecv(v, m, MPI_REAL8, right, t, u, m, MPI_REAL8, left, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)   ! stays
    end if
    do i = 2, m
      w(i, me) = 0.5d0*w(i, me) + 0.25d0*w(i-1, me) + t
    end do
    !$omp barrier
    do i = 1, m
      v(i, me) = 0.5d0*(v(i, me) + u(i))
    end do
    !$omp barrier
  end subroutine step

  subroutine behind(me, t)
    integer, intent(in) :: me, t
    integer :: i, code
    if (me == 0) then
      call MPI_Sendrecv(v, m, MPI_REAL8, right, t, u, m, MPI_REAL8, left, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)   ! stays
    end if
    call together
    do i = 1, m
      v(i, me) = 0.5d0*(v(i, me) + u(i))
    end do
    call together
  end subroutine behind

  subroutine together
    !$omp barrier
  end subroutine together
end program team
