! Nests with clauses of OpenMP: what is exact in any order goes with each box.
program clauses
  use mpi
  implicit none
  integer, parameter :: m = 400, n = 24, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), w(20, 8, 0:12), x(20, 8, 12), t, s, most, total, scale
  integer :: rank, ranks, left, right, ierr, i, j, k, it, odd, low, high, status(MPI_STATUS_SIZE)
  logical :: all_small, any_small
  call MPI_Init_thread(MPI_THREAD_FUNNELED, k, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  v = 0; t = 5; s = 0; j = -7; most = 0; odd = 0; low = huge(low); high = -1; total = 0
  scale = 2; all_small = .true.; any_small = .false.
  do k = 0, n + 1
    do i = 0, m + 1
      u(i, k) = modulo(7*i + 3*k + 11*rank, 101)
    end do
  end do

  do it = 1, steps
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    !$omp parallel do default(none) shared(u, v) private(i, t) firstprivate(scale) schedule(dynamic, 2) &
    !$omp reduction(max: most) reduction(+: odd)
    do j = 1, n
      do i = 1, m
        t = u(i, j-1) + scale*u(i, j+1)
        v(i, j) = modulo(t + u(i+1, j), 1009d0)
        most = max(most, abs(v(i, j)))
        if (modulo(i + j, 3) == 1) odd = odd + int(v(i, j))
      end do
    end do
    !$omp end parallel do
    odd = modulo(odd, 1000)
    u(1:m, 1:n) = v
  end do

  ! In two directives; smallest, largest, all, any.
  do it = 1, steps
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    !$omp parallel default ( none ) shared(u, v, it, all_small, any_small) private(i) &
    !$omp reduction(min:low) reduction(max:high)
    !$omp do reduction(.and.: all_small) reduction(.or.:any_small) schedule(static, 3)
    do k = 1, n
      do i = 1, m
        v(i, k) = modulo(v(i, k) + u(i, k-1) + it, 1013d0)
        low = min(low, int(v(i, k)) + k)
        if (int(u(i, k-1)) > high) high = int(u(i, k-1))
        if (u(i, k-1) > 1000) all_small = .false.
        any_small = any_small .or. u(i, k-1) < 1
      end do
    end do
    !$omp end do
    !$omp end parallel
    u(1:m, 1:n) = v
    if (.not. all_small) total = total + low + high
    if (any_small) total = total + 1
    all_small = .true.; any_small = .false.
  end do

  ! Sums that round, variables that begin anew or go on, what is looked at on the way, another operation.
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do reduction(+: s) private(i)
  do k = 1, n
    do i = 1, m
      s = s + u(i, k-1)
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do firstprivate(t) private(i) schedule(static) num_threads(1)
  do k = 1, n
    do i = 1, m
      t = t + u(i, k-1)
      v(i, k) = t
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do reduction(max: high) private(i) num_threads(1)
  do k = 1, n
    do i = 1, m
      high = max(high, int(u(i, k-1)))
      v(i, k) = v(i, k) + modulo(high, 7)
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do reduction(*: odd) private(i) num_threads(1)
  do k = 1, n
    do i = 1, m
      odd = odd + modulo(int(u(i, k-1)), 3)
    end do
  end do
  ! A firstprivate array that is received (up over a nest that does not touch it); the list of all in a line that is full.
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, v(1, 1), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
  !$omp parallel do firstprivate(v) private(i)
  do k = 1, n
    do i = 1, m
      u(i, k) = u(i, k) + v(i, k)
    end do
  end do
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  !$omp parallel do                                                           private(i) shared(u, v)                default(none)
  do k = 1, n
    do i = 1, m
      v(i, k) = v(i, k) + u(i, k-1)
    end do
  end do
  ! A loop inside with a directive of its own: what is private in it keeps what it had.
  w = rank; x = 1
  do it = 1, steps
    call MPI_Sendrecv(w(1, 1, 12), 160, MPI_REAL8, right, 5, w(1, 1, 0), 160, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
    do k = 1, 12
      !$omp parallel do default(none) shared(w, x, k) private(i, t)
      do j = 1, 8
        t = w(1, j, k-1)
        do i = 1, 20
          x(i, j, k) = modulo(x(i, j, k) + t + w(i, j, k-1) + j, 1009d0)
        end do
      end do
    end do
    w(:, :, 1:12) = x
  end do
  print '(a,i3,6es25.16,4i8)', 'clauses', rank, sum(u), sum(v), sum(w), t, most, total, odd, low, high, j
  call MPI_Finalize(ierr)
end program clauses
