! Clauses of OpenMP by which a loop carries values from one iteration to the next, or to what follows: all iterations are
! one chunk, so that they are made in order by one thread. Boxes would begin anew.
! run: flags -fopenmp
! run: env OMP_NUM_THREADS=2
program ompcarried
  use mpi
  implicit none
  integer, parameter :: m = 300, n = 64
  real(8) :: u(0:m+1, 0:n), v(m, n), first, last, total
  integer :: rank, ranks, left, right, ierr, i, j, k, it
  call MPI_Init_thread(MPI_THREAD_FUNNELED, k, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = rank + 1; v = 0; last = 0; total = 0; first = 1
  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(u(1:m,0), left)
    !$mdmp send(u(1:m,n), right)
    first = it
    !$omp parallel do private(i) firstprivate(first) schedule(static, n)
    do j = 1, n
      first = 0.5d0*first + j
      do i = 1, m
        v(i, j) = 0.25d0*u(i, j-1) + first/(i + j)
      end do
    end do
    u(1:m, 1:n) = v
  end do
  !$mdmp end commregion
  print '(a,i3,4es25.16)', 'ompcarried', rank, sum(u), sum(v), last, total
  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(u(1:m,0), left)
    !$mdmp send(u(1:m,n), right)
    !$omp parallel do private(i) lastprivate(last) schedule(static, n)
    do j = 1, n
      last = u(j, j-1) + modulo(37*j, n)
      do i = 1, m
        v(i, j) = 0.25d0*u(i, j-1) + last/(i + j)
      end do
    end do
    u(1:m, 1:n) = v/3
    u(1, 1) = u(1, 1) + 1d-3*last
  end do
  !$mdmp end commregion
  print '(a,i3,4es25.16)', 'ompcarried', rank, sum(u), sum(v), last, total
  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(u(1:m,0), left)
    !$mdmp send(u(1:m,n), right)
    !$omp parallel do private(i) reduction(+: total) schedule(static, n)
    do j = 1, n
      do i = 1, m
        v(i, j) = 0.3d0*u(i, j-1) + 1d0/(i + j)
        total = total + v(i, j)/7
      end do
    end do
    u(1:m, 1:n) = v
  end do
  !$mdmp end commregion
  print '(a,i3,4es25.16)', 'ompcarried', rank, sum(u), sum(v), last, total
  call MPI_Finalize(ierr)
end program ompcarried
