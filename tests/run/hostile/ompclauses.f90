! Clauses of OpenMP that go with each box: lists of all variables, constants of each thread, reductions that are exact.
! run: flags -fopenmp
! run: env OMP_NUM_THREADS=2
! run: ranks 2 3
program ompclauses
  use mpi
  implicit none
  integer, parameter :: m = 300, n = 64
  real(8) :: u(0:m+1, 0:n+1), v(m, n), w(20, 8, 0:12), x(20, 8, 12), t, most, scale
  integer :: rank, ranks, left, right, ierr, i, j, k, it, odd
  call MPI_Init_thread(MPI_THREAD_FUNNELED, k, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  v = 0; most = 0; odd = 0; scale = 2
  do k = 0, n + 1
    do i = 0, m + 1
      u(i, k) = modulo(7*i + 3*k + 11*rank, 101)
    end do
  end do
  !$mdmp commregion
  do it = 1, 30
    !$mdmp recv(u(1:m,0), left)
    !$mdmp recv(u(1:m,n+1), right)
    !$mdmp send(u(1:m,n), right)
    !$mdmp send(u(1:m,1), left)
    !$omp parallel do default(none) shared(u, v) private(i, t) firstprivate(scale) reduction(max: most) reduction(+: odd)
    do j = 1, n
      do i = 1, m
        t = u(i, j-1) + scale*u(i, j+1)
        v(i, j) = modulo(t + u(i, j), 1009d0)
        most = max(most, abs(v(i, j)))
        if (modulo(i + j, 3) == 1) odd = odd + int(v(i, j))
      end do
    end do
    odd = modulo(odd, 1000)
    !$omp parallel do default(none) shared(u, v) private(i)
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end do
  !$mdmp end commregion

  ! A loop inside with a directive of its own: what is private in it keeps what it had.
  w = rank; x = 1; t = 5; j = -7
  !$mdmp commregion
  do it = 1, 30
    !$mdmp recv(w(1:20,1:8,0), left)
    !$mdmp send(w(1:20,1:8,12), right)
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
  !$mdmp end commregion
  print '(a,i3,5es25.16,2i8)', 'ompclauses', rank, sum(u), sum(v), sum(w), most, t, odd, j
  call MPI_Finalize(ierr)
end program ompclauses
