! Exchanges right behind a directive of OpenMP: compilers take a BLOCK there for all that belongs to the directive.
! run: flags -fopenmp
program ompfirst
  use mpi
  implicit none
  integer :: ierr, rank, provided, k, j
  real :: u(10,0:5), v(10,5), w(10)
  !$mdmp halo ends(a) recv(a(1), rank) send(a(2), rank) then recv(a(3), rank) send(a(4), rank)
  call mpi_init_thread(mpi_thread_serialized, provided, ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  u = 1
  w = [(real(k), k=1,10)]
  !$mdmp commregion
  do k = 1, 5
    !$omp parallel
    !$omp master
    !$mdmp recv(u(:,0), rank)
    !$mdmp send(u(:,5), rank)
    u(1,0) = u(1,0) + k
    !$omp end master
    !$omp end parallel
    do j = 1, 5
      v(:,j) = u(:,j-1) + k
    end do
    u(:,1:5) = v
  end do
  !$mdmp end commregion
  !$omp parallel num_threads(2)
  !$omp single
  !$mdmp exchange ends(w)
  !$omp end single
  !$omp barrier
  !$omp single
  !$mdmp recv(w(5), rank)
  !$mdmp send(w(6), rank)
  w(7) = 2*w(5)
  !$omp end single nowait
  !$omp end parallel
  !$omp critical
  !$mdmp recv(w(8), rank)
  !$mdmp send(w(9), rank)
  w(10) = w(8)
  !$omp end critical
  print '(10f8.1)', u(1,:), w
  call mpi_finalize(ierr)
end program ompfirst
