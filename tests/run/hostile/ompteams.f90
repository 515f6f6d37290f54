! Parallel regions and worksharing loops as two directives: those that hold one loop are
! cut like PARALLEL DO; the others, and loops that depend on how iterations are shared
! out, are left as they are. What private variables, threads and the program
! hold afterwards is the same.
! run: flags -fopenmp
! run: env OMP_NUM_THREADS=2
! run: ranks 2 3
module ompteams_fields
  implicit none
  integer, parameter :: n = 70, m = 40
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), w(n, 0:m + 1)
  real(8) :: mine(n)
  !$omp threadprivate(mine)
end module
program ompteams
  use mpi
  use ompteams_fields
  implicit none
  integer :: rank, nranks, prev, next, ierr, i, j, t, given, last, total, team
  real(8) :: x, y
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, given, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  prev = modulo(rank - 1, nranks)
  next = modulo(rank + 1, nranks)
  u = reshape([(rank + i/1d2, i=1, n*(m + 2))], [n, m + 2])
  v = 0
  w = 1
  x = 0.5d0
  y = 0
  last = 0
  total = 0
  i = 3
  j = 4
  team = 2
  !$mdmp commregion
  do t = 1, 14
    ! Cut: the variables of the loops keep what they had.
    !$omp parallel private(i) shared(u) default(shared) num_threads(team)
    !$omp do schedule(dynamic)
    do j = 1, m
      do i = 1, n
        v(i, j) = x*(u(i, j - 1) + u(i, j + 1))
      end do
    end do
    !$omp end do nowait
    !$omp end parallel
    total = total + 3*i + 7*j
    !$omp parallel
    !$omp do private(y)
    do j = 1, m
      y = 0.25d0*j
      do i = 1, n
        w(i, j) = v(i, j) + y*u(i, j)
      end do
    end do
    !$omp end parallel
    total = total + 3*i + 7*j
    ! A private variable that goes from loop to loop in the same thread.
    !$omp parallel private(y)
    !$omp do schedule(static)
    do j = 1, m
      y = v(1, j)
      v(2, j) = y + t
    end do
    !$omp end do
    !$omp do schedule(static)
    do j = 1, m
      v(:, j) = v(:, j) + 0.5d0*w(:, j)
    end do
    !$omp end do
    !$omp end parallel
    ! How iterations are shared out matters.
    !$omp parallel
    !$omp do lastprivate(last)
    do j = 1, m
      last = j + t
      u(:, j) = 0.5d0*v(:, j)
    end do
    !$omp end do
    !$omp end parallel
    !$omp parallel firstprivate(x)
    !$omp do reduction(+: total)
    do j = 1, m
      total = total + j
      u(:, j) = u(:, j) + x*w(:, j)
    end do
    !$omp end do
    !$omp end parallel
    !$omp parallel
    !$omp do
    do j = 1, m
      mine = 0.5d0*u(:, j)
      u(:, j) = u(:, j) + 0.25d0*mine
    end do
    !$omp end do
    !$omp end parallel
    !$omp parallel default(none) shared(u, v)
    !$omp do private(i)
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j) + 0.125d0*v(i, j)
      end do
    end do
    !$omp end do
    !$omp end parallel
    ! More than the loop.
    !$omp parallel
    !$omp do
    do j = 1, m
      u(:, j) = u(:, j) - 0.0625d0*v(:, j)
    end do
    !$omp end do
    !$omp single
    u(3, m) = t
    !$mdmp send(v(:, m), next)
    !$mdmp recv(v(:, 0), prev)
    !$omp end single
    !$omp end parallel
    if (modulo(t, 2) == 0) then
      !$omp parallel
      !$omp do collapse(2)
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.5d0*v(i, 0)
        end do
      end do
      !$omp end do
      !$omp end parallel
    else
      !$omp parallel private(i)
      !$omp do simd
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.25d0*v(i, 0)
        end do
      end do
      !$omp end do simd
      !$omp end parallel
      j = 4
    end if
    !$mdmp send(u(:, 1), prev)
    !$mdmp send(u(:, m), next)
    !$mdmp recv(u(:, m + 1), next)
    !$mdmp recv(u(:, 0), prev)
  end do
  !$mdmp end commregion
  print '(5(i0,1x),4(z16,1x))', rank, total, last, i, j, sum(u), sum(v), sum(w), x + y
  call MPI_Finalize(ierr)
end program
