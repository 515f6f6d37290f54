! relax.f90 with MPI by hand.
program relax
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0)
  integer :: n, m, steps, rank, ranks, west, east, step, i, j, left, request(2), ierr
  integer, allocatable :: sweeps(:)
  real(double), allocatable :: u(:,:), edge(:,:)
  real(double) :: total, all
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  n = argument(1, 200)
  m = argument(2, 64)
  steps = argument(3, 20)
  allocate (u(n,m), edge(n,m), sweeps(m))
  do j = 1, m
    do i = 1, n
      u(i,j) = mod(i*37 + j*101, 64)/64.0_double
    end do
  end do
  edge = 0
  do step = 1, steps
    do j = 1, m
      sweeps(j) = 1 + mod(j, 4) + mod(step, 2)
    end do
    left = sum(sweeps)
    j = 0
    do while (left > 0)
      j = 1 + mod(j, m)
      if (sweeps(j) == 0) cycle
      sweeps(j) = sweeps(j) - 1
      left = left - 1
      do i = 2, n - 1
        u(i,j) = 0.5_double*u(i,j) + 0.25_double*(u(i-1,j) + edge(i+1,j))
      end do
    end do
    call mpi_irecv(edge, n*m, mpi_double_precision, west, 0, mpi_comm_world, request(1), ierr)
    call mpi_isend(u, n*m, mpi_double_precision, east, 0, mpi_comm_world, request(2), ierr)
    call mpi_waitall(2, request, mpi_statuses_ignore, ierr)
  end do
  total = sum(u)
  call mpi_reduce(total, all, 1, mpi_double_precision, mpi_max, 0, mpi_comm_world, ierr)
  if (rank == 0) print '(a, es24.16)', 'sum of a block: ', all
  call mpi_finalize(ierr)
contains
  integer function argument(k, default)
    integer, intent(in) :: k, default
    character(20) :: text
    argument = default
    if (command_argument_count() < k) return
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument
end program relax
