! Threads round the exchanges: parallel loops of all kinds, sections, tasks,
! workshare, single, reductions, THREADPRIVATE arrays, nested procedures; the
! thread that exchanges is the first one.
! run: flags -fopenmp
! run: env OMP_NUM_THREADS=2 MDMP_TUNE=0 MDMP_DELTA=256
module shared_things
  implicit none
  integer, parameter :: n = 90, m = 6
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1)
  real(8), save :: mine(n) = 0
  !$omp threadprivate(mine)
contains
  subroutine relax(t)
    integer, intent(in) :: t
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
      end do
    end do
  end subroutine
  subroutine one_column(j)
    integer, intent(in) :: j
    integer :: i
    do i = 1, n
      v(i, j) = v(i, j)*0.5d0 + v(i, 0)
    end do
  end subroutine
end module shared_things
program parallel_things
  use mpi
  use support
  use shared_things
  !ref use ref
  implicit none
  integer, parameter :: steps = 14
  integer :: rank, nranks, prev, next, ierr, i, j, t, given, longest
  real(8) :: biggest
  call MPI_Init_thread(MPI_THREAD_FUNNELED, given, ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call fill_fields(rank, u, v)
  biggest = 0
  longest = 0
  !$mdmp commregion
  do t = 1, steps
    select case (mod(t, 7))
    case (0)
      call relax(t)
    case (1)
      !$omp parallel private(i)
      !$omp do schedule(dynamic)
      do j = 1, m
        do i = 1, n
          u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
        end do
      end do
      !$omp single
      u(3, m) = t
      !$omp end single
      !$omp end parallel
    case (2)
      !$omp parallel
      !$omp workshare
      u(:, 1:m) = 0.5d0*(u(:, 1:m) + v(:, 0:m - 1)) + t
      !$omp end workshare
      !$omp end parallel
    case (3)
      !$omp parallel sections
      !$omp section
      u(:, m) = v(:, 0) + t
      !$omp section
      u(:, 1) = v(:, m + 1) - t
      !$omp end parallel sections
    case (4)
      !$omp parallel
      !$omp master
      do j = 1, m
        !$omp task firstprivate(j)
        u(:, j) = u(:, j)*0.25d0 + v(:, 0)
        !$omp end task
      end do
      !$omp taskwait
      !$omp end master
      !$omp end parallel
    case (5)
      !$omp parallel do simd collapse(2) reduction(max: biggest)
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j)*0.5d0 + t
          biggest = max(biggest, u(i, j))
        end do
      end do
    case default
      !$omp parallel do private(i) lastprivate(longest) ordered
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + j
        end do
        !$omp ordered
        longest = j + t
        !$omp end ordered
      end do
    end select
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(u, v)
    if (mod(t, 3) == 0) then
      !$omp parallel do
      do j = 1, m
        call one_column(j)
      end do
    else if (mod(t, 3) == 1) then
      !$omp parallel private(j)
      !$omp do
      do j = 1, m
        v(:, j) = v(:, j)*0.5d0 + v(:, 0)
      end do
      !$omp end do nowait
      mine = 0.5d0*v(:, 0)
      !$omp end parallel
      v(:, 2) = v(:, 2) + mine
    else
      !$omp simd
      do i = 1, n
        v(i, 1) = v(i, 0) + 0.125d0
      end do
    end if
    ! Loops with an END of their own before the exchange.
    if (mod(t, 2) == 0) then
      !$omp parallel do private(i)
      do j = 1, m
        do i = 1, n
          v(i, j) = v(i, j) + 0.5d0
        end do
      end do
      !$omp end parallel do
    else
      !$omp parallel do schedule(static, 1) firstprivate(t)
      do j = 1, m
        v(:, j) = v(:, j) - t
      end do
      !$omp end parallel do
    end if
    !$mdmp recv(v(:, m + 1), next)
    !$mdmp send(v(:, 1), prev)
    !ref call ref_recv(v(:, m + 1), next); call ref_send(v(:, 1), prev); call ref_wait(v)
    !$omp parallel do reduction(+: longest) private(i)
    do j = 1, m
      do i = 1, n
        longest = longest + j
        u(i, j) = u(i, j) + 1
      end do
    end do
    !$omp end parallel do
    !$mdmp send(u(:, 1), prev)
    !$mdmp recv(u(:, m + 1), next)
    !ref call ref_recv(u(:, m + 1), next); call ref_send(u(:, 1), prev); call ref_wait(u)
    !$omp parallel
    !$omp atomic
    v(1, m + 1) = v(1, m + 1) + 0d0
    !$omp critical
    v(2, m + 1) = v(2, m + 1)*1d0
    !$omp end critical
    !$omp end parallel
    !$ v(3, m + 1) = v(3, m + 1) + 0.5d0
    do concurrent (j = 1:m, i = 1:n, i > j)
      v(i, j) = v(i, j) + 0.0625d0*v(i, m + 1)
    end do
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('scalars', transfer([biggest, dble(longest)], bytes))
  call MPI_Finalize(ierr)
end program parallel_things
