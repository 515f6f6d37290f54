! MPI_THREAD_MULTIPLE, and directives by two threads at the same time, each with its own tags, communicator,
! arrays and region, nests that are cut, and receives pending: each gets what it would in plain MPI. One is ahead of the
! other, and what it waits for comes only when the other one has sent. Not on one rank: there MPICH 4.0 loses a message
! that one thread sends to another now and then, with no MDMP in the program.
! run: flags -fopenmp
! run: ranks 2 3
module atonce_work
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 24
contains
  subroutine solve(a, west, east, k, comm, last)
    real(8), intent(inout) :: a(n, 0:m + 1)
    integer, intent(in) :: west, east, k, comm
    real(8), intent(out) :: last
    real(8) :: b(n, 0:m + 1)
    integer :: t, i, j
    b = a
    !$mdmp commregion comm(comm) tag(k)
    do t = 1, 25
      !$mdmp recv(a(:, 0), west)
      !$mdmp send(a(:, m), east)
      !$mdmp recv(a(:, m + 1), east)
      !$mdmp send(a(:, 1), west)
      do j = 1, m
        do i = 1, n
          b(i, j) = 0.5d0*a(i, j) + 0.25d0*(a(i, j - 1) + a(i, j + 1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          a(i, j) = b(i, j) + k*1d-3
        end do
      end do
    end do
    !$mdmp end commregion
    last = sum(a)
  end subroutine
  subroutine answer(a, west, east, comm, last)
    real(8), intent(inout) :: a(n, 0:m + 1)
    integer, intent(in) :: west, east, comm
    real(8), intent(out) :: last
    integer :: t
    last = 0
    do t = 1, 25
      !$mdmp recv(a(:, 0), west) tag(20) comm(comm)
      !$mdmp send(a(:, m), east) tag(20) comm(comm)
      a(:, m) = a(:, m) + 0.5d0*a(:, 0)
      !$mdmp send(a(:, 0), west) tag(21) comm(comm)
      last = last + sum(a)
    end do
  end subroutine
  subroutine asks(a, east, comm, last)
    real(8), intent(inout) :: a(n, 0:m + 1)
    integer, intent(in) :: east, comm
    real(8), intent(out) :: last
    integer :: t, i, j
    last = 0
    !$mdmp commregion comm(comm)
    do t = 1, 25
      !$mdmp recv(a(:, 0), east) tag(21)
      do j = 1, m
        do i = 1, n
          a(i, j) = a(i, j) + 0.25d0*a(i, j - 1)
        end do
      end do
    end do
    !$mdmp end commregion
    last = sum(a)
  end subroutine
end module

program atonce
  use atonce_work
  use omp_lib
  implicit none
  integer :: rank, np, west, east, given, ierr, i, comm(0:1)
  real(8) :: u(n, 0:m + 1, 0:1), last(0:3)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, given, ierr)
  if (given < MPI_THREAD_MULTIPLE) error stop 'no MPI_THREAD_MULTIPLE'
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(rank - 1, np)
  east = modulo(rank + 1, np)
  do i = 0, 1
    call MPI_Comm_dup(MPI_COMM_WORLD, comm(i), ierr)
    !$mdmp init comm(comm(i))
  end do
  u = reshape([(rank + i*1d-3, i=1, 2*n*(m + 2))], [n, m + 2, 2])
  call solve(u(:, :, 0), west, east, 3, comm(0), last(2))
  !$omp parallel num_threads(2)
  call solve(u(:, :, omp_get_thread_num()), west, east, 1 + omp_get_thread_num(), comm(0), last(omp_get_thread_num()))
  !$omp end parallel
  !$omp parallel num_threads(2)
  call solve(u(:, :, omp_get_thread_num()), west, east, 5, comm(omp_get_thread_num()), last(omp_get_thread_num()))
  !$omp end parallel
  call solve(u(:, :, 1), west, east, 3, comm(1), last(3))
  print '(i2, 4(1x, z16.16))', rank, last
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) then
    call asks(u(:, :, 0), east, comm(0), last(0))
  else
    call answer(u(:, :, 1), west, east, comm(0), last(1))
  end if
  !$omp end parallel
  print '(i2, 4(1x, z16.16))', rank, last
  call MPI_Comm_free(comm(0), ierr)
  call MPI_Comm_free(comm(1), ierr)
  call MPI_Finalize(ierr)
end program
