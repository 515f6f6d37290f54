! run: flags -fopenmp
! run: env OMP_NUM_THREADS=2 MDMP_WARN=0
! Two threads exchange at the same time, each with its own tag and column.
program threads
  use mpi
  use support
  use omp_lib
  implicit none
  integer :: rank, n, prev, next, k, t, provided, ierr
  integer :: a(500, 0:1), b(500, 0:1)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = reshape([(k*(rank + 1), k=1, 1000)], [500, 2])
  b = 0
  !$omp parallel private(k, t, ierr) num_threads(2)
  t = omp_get_thread_num()
  do k = 1, 50
    !$mdmp recv(b(:, t), prev) tag(t)
    !$mdmp send(a(:, t), next) tag(t)
    !ref call MPI_Sendrecv(a(:, t), 500, MPI_INTEGER, next, t, b(:, t), 500, MPI_INTEGER, prev, t, &
    !ref                   MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    a(:, t) = ieor(a(:, t), b(:, t)) + t
  end do
  !$omp end parallel
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program threads
