! run: flags -fopenmp -O2
! run: env OMP_NUM_THREADS=2
! OpenMP round the exchanges: parallel loops between them, exchanges by the
! master and by a single thread, conditional-compilation lines.
program openmp
  use mpi
  use support
  !ref use ref
  !$ use omp_lib
  implicit none
  integer :: rank, n, prev, next, k, i, j, provided, ierr
  real(8) :: u(64, 0:9), v(64, 0:9)
  integer :: threads, kept
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  threads = 1
  kept = 0
  !$ threads = omp_get_max_threads()
  u = reshape([(rank + k/100d0, k=1, 640)], [64, 10])
  v = 0
  !$mdmp commregion
  do k = 1, 4
    !$mdmp recv(u(:, 0), prev)
    !$mdmp recv(u(:, 9), next)
    !$mdmp send(u(:, 8), next)
    !$mdmp send(u(:, 1), prev)
    !ref call ref_recv(u(:, 0), prev); call ref_recv(u(:, 9), next)
    !ref call ref_send(u(:, 8), next); call ref_send(u(:, 1), prev); call ref_wait(u)
    i = k; j = 2*k
    !$omp parallel do private(i) schedule(static)
    do j = 1, 8
      do i = 1, 64
        v(i, j) = 0.5d0*(u(i, j - 1) + u(i, j + 1))
      end do
    end do
    !$omp end parallel do
    kept = 3*kept + i + 7*j
    !$omp parallel default(shared)
    !$omp master
    !$mdmp recv(v(1:64:2, 0), prev)
    !$mdmp send(v(1:64:2, 8), next)
    !ref call ref_recv(v(1:64:2, 0), prev); call ref_send(v(1:64:2, 8), next); call ref_wait(v)
    !$omp end master
    !$omp barrier
    !$omp do
    do j = 1, 8
      u(:, j) = v(:, j) + v(:, 0)
    end do
    !$omp end do
    !$omp single
    u(1, 0) = 0
    !$mdmp recv(u(1, 0), prev)
    !$mdmp send(v(64, 8), next)
    !ref call ref_recv(u(1, 0), prev); call ref_send(v(64, 8), next); call ref_wait(u, v)
    !$ u(2, 1) = u(2, 1) + 1
    !$omp end single
    !$omp end parallel
  end do
  !$mdmp end commregion
  call report('threads', transfer([threads, kept], bytes))
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call MPI_Finalize(ierr)
end program openmp
