! Nests with directives of OpenMP: the threads share out each box, and the calls stand between them.
program threads
  use mpi
  implicit none
  integer, parameter :: m = 400, n = 24, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), t, s
  integer :: rank, ranks, left, right, ierr, i, j, k, it, status(MPI_STATUS_SIZE)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, k, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  v = 0; t = 5; s = 0; j = -7
  !$omp parallel do private(i)
  do k = 0, n + 1
    do i = 0, m + 1
      u(i, k) = modulo(7*i + 3*k + 11*rank, 101)
    end do
  end do
  !$omp end parallel do

  do it = 1, steps
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    !$omp parallel do private(i, t) schedule(dynamic)
    do j = 1, n
      do i = 1, m
        t = u(i, j-1) + 2*u(i, j+1)
        v(i, j) = modulo(t + u(i+1, j), 1009d0)
      end do
    end do
    !$omp end parallel do
    !$omp parallel do collapse(2)
    do k = 1, n
      do i = 1, m
        u(i, k) = v(i, k)
      end do
    end do
    call MPI_Sendrecv(u(1, 2), m, MPI_REAL8, right, 3, u(1, 0), m, MPI_REAL8, left, 3, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end do

  ! Sums of all iterations, the value of the last one, and loops that are shared out by a region around them.
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do reduction(+: s) private(i)
  do k = 0, n
    do i = 1, m
      s = s + u(i, k)
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do lastprivate(t) private(i)
  do k = 0, n
    do i = 1, m
      t = u(i, k)
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
  !$omp parallel private(i, k)
  !$omp do
  do k = 1, n
    do i = 1, m
      v(i, k) = u(i, k-1)
    end do
  end do
  !$omp end do
  !$omp end parallel
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel workshare
  v(:, :) = v(:, :) + u(1:m, 0:n-1)
  !$omp end parallel workshare
  print '(a,i3,4es25.16,i6)', 'threads', rank, sum(u), sum(v), t, s, j
  call MPI_Finalize(ierr)
end program threads
