! Directives of OpenMP in a file that is compiled without OpenMP are comments: what
! they say of variables, threads and loops holds for nobody. The loops they stand
! at are cut as loops, values that OpenMP would make private are kept, and directives to
! the compiler above them stay with their loops.
! run: ranks 2 3
module ompcomments_fields
  implicit none
  integer, parameter :: n = 70, m = 40
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), mine(n)
  integer :: last
  !$omp threadprivate(mine, last)
end module
program ompcomments
  use mpi
  use ompcomments_fields
  implicit none
  integer :: rank, nranks, prev, next, ierr, i, j, t, threads, total
  real(8) :: x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  prev = modulo(rank - 1, nranks)
  next = modulo(rank + 1, nranks)
  u = reshape([(rank + i/1d2, i=1, n*(m + 2))], [n, m + 2])
  v = 0
  mine = 0
  x = 0.5d0
  total = 0
  threads = 0
  !$ threads = 1
  !$mdmp commregion
  do t = 1, 12
    ! One loop in a team; a private variable that keeps its value.
    !$omp parallel private(i) &
    !$omp& firstprivate(x)
    !$omp do schedule(static)
    do j = 1, m
      do i = 1, n
        v(i, j) = x*(u(i, j - 1) + u(i, j + 1))
      end do
      last = j + t
    end do
    !$omp end do nowait
    total = total + last + i + j
    !$omp end parallel
    ! Two loops, the second reads what the first has left in a private scalar.
    !$omp parallel private(x)
    !GCC$ unroll 2
    !$omp do
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j) + v(i, j)
      end do
      x = 0.25d0 + 0.25d0*modulo(j + t, 2)
    end do
    !$omp end do
    !$omp do lastprivate(last)
    do j = m, 1, -1
      do i = 1, n
        u(i, j) = x*u(i, j)
      end do
      last = j
    end do
    !$omp end do
    !$omp single
    !$mdmp send(u(:, 1), prev)
    !$mdmp recv(u(:, m + 1), next)
    !$omp end single
    mine = mine + last*u(:, m + 1)
    !$omp end parallel
    !$omp parallel sections
    !$omp section
    v(:, 0) = u(:, m) + t
    !$omp section
    v(:, m + 1) = v(:, 0) - t
    !$omp end parallel sections
    if (modulo(t, 3) == 0) then
      !$omp simd
      do i = 1, n
        v(i, 1) = v(i, 0) + 0.125d0
      end do
      !$omp barrier
    end if
    !$omp master
    !$mdmp send(u(:, m), next)
    !$mdmp recv(u(:, 0), prev)
    !$omp end master
    !$omp atomic
    v(1, m) = v(1, m) + u(1, 0)
    !$omp critical
    v(2, m) = v(2, m)*1d0 + u(2, 0)
    !$omp end critical
    !$omp parallel do reduction(+: total) ordered
    do j = 1, m
      total = total + j
      !$omp ordered
      v(:, j) = v(:, j) + 0.5d0*v(:, j - 1)
      !$omp end ordered
    end do
    !$omp flush
  end do
  !$mdmp end commregion
  print '(4(i0,1x),3(z16,1x))', rank, threads, total, last, sum(u), sum(v), sum(mine)
  call MPI_Finalize(ierr)
end program
