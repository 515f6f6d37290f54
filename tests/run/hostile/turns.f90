! MPI_THREAD_MULTIPLE, and directives by one thread after the other: overlap in the serial parts of a region,
! exchanges by the master, by whichever thread is first (single), and by each in its turn (critical), on lanes
! that the region uses, too, with messages that have begun. Loops that threads share (parallel do) need what was received
! and write what is sent.
! run: flags -fopenmp
! run: ranks 1 2 3
! run: never another thread executes directives at the same time
! run: env OMP_WAIT_POLICY=passive
module turns_fields
  implicit none
  integer, parameter :: n = 300, m = 24
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), w(n, 0:m + 1), edge(n), spare(n)
end module

subroutine halo(a, west, east)
  use turns_fields, only: n, m
  implicit none
  real(8), intent(inout) :: a(n, 0:m + 1)
  integer, intent(in) :: west, east
  !$mdmp recv(a(:, 0), west)
  !$mdmp send(a(:, m), east)
  !$mdmp recv(a(:, m + 1), east)
  !$mdmp send(a(:, 1), west)
end subroutine

subroutine relax(a, b)
  use turns_fields, only: n, m
  implicit none
  real(8), intent(in) :: a(n, 0:m + 1)
  real(8), intent(inout) :: b(n, 0:m + 1)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      b(i, j) = 0.5d0*a(i, j) + 0.25d0*(a(i, j - 1) + a(i, j + 1))
    end do
  end do
end subroutine

program turns
  use mpi
  use omp_lib
  use turns_fields
  implicit none
  integer :: rank, np, west, east, given, ierr, t, k, i
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, given, ierr)
  if (given < MPI_THREAD_MULTIPLE) error stop 'no MPI_THREAD_MULTIPLE'
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(rank - 1, np)
  east = modulo(rank + 1, np)
  u = reshape([(rank + i*1d-3, i=1, n*(m + 2))], [n, m + 2])
  v = 1
  w = 2
  edge = 0
  spare = 0
  !$mdmp commregion
  do t = 1, 18
    call halo(u, west, east)
    call relax(u, v)
    call halo(v, west, east)
    !$omp parallel
    !$omp single
    edge = edge + v(:, 0)
    !$mdmp recv(spare, west)
    !$mdmp send(edge, east)
    !$omp end single
    !$omp master
    edge = 0.5d0*(edge + spare)
    !$mdmp recv(spare, east)
    !$mdmp send(edge, west)
    !$omp end master
    !$omp barrier
    !$omp critical
    !$mdmp recv(spare, west)
    !$mdmp send(edge, east)
    !$omp end critical
    !$omp end parallel
    call relax(v, u)
    u(:, 1) = u(:, 1) + 1d-3*spare
    ! What was just written goes out early, or does not: another thread sends on its lane first.
    if (mod(t, 3) == 0) then
      !$omp parallel
      !$omp single
      !$mdmp recv(spare, east)
      !$mdmp send(edge, west)
      !$omp end single
      !$omp end parallel
    end if
    !$mdmp recv(v(:, 0), west)
    !$mdmp send(u(:, m), east)
    do k = 1, m
      do i = 1, n
        u(i, k) = u(i, k) + 1d-4*v(i, k - 1)
      end do
    end do
    !$omp parallel do private(i)
    do k = 1, m
      do i = 1, n
        w(i, k) = v(i, k) + 0.5d0*v(i, k - 1)
      end do
    end do
    !$mdmp recv(w(:, 0), west)
    !$mdmp send(w(:, m), east)
    !$omp parallel do private(i)
    do k = 1, m
      do i = 1, n
        u(i, k) = u(i, k) + 1d-4*w(i, k - 1)
      end do
    end do
  end do
  !$mdmp end commregion
  print '(i2, 5(1x, z16.16))', rank, sum(u(:, 1:m)), sum(v), sum(w), sum(edge), sum(spare)
  call MPI_Finalize(ierr)
end program
