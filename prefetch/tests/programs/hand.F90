! Rank 0 makes blocks, rank 1 waits for them: by MPI_Recv, by MPI_Irecv with MPI_Wait and MPI_Waitall, by MPI_Sendrecv.
! An argument: for how many milliseconds rank 0 sleeps before it sends a block, so that rank 1 waits even on a busy machine.
program hand
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function usleep(micros) bind(c)
      import :: c_int
      integer(c_int), value :: micros
    end function usleep
  end interface
  integer, parameter :: n = 40000, steps = 60
  real(8) :: a(n), b(n), c(n), total
#ifdef F08
  type(MPI_Request) :: req(2)
  type(MPI_Status) :: status, statuses(2)
#else
  integer :: req(2), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE,2)
#endif
  integer :: rank, other, step, count, ierr, pause
  character(8) :: argument
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  call get_command_argument(1, argument)
  read (argument, *) pause
  a = 1
  b = 0
  c = 0
  total = 0
  do step = 1, steps
    if (rank == 0) call make(step)
    select case (modulo(step, 4))
    case (0)
      if (rank == 0) call MPI_Send(a, n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, ierr)
      if (rank == 1) then
        call MPI_Recv(b, n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, status, ierr)
        call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, ierr)
        total = total + count
      end if
    case (1)
      if (rank == 0) call MPI_Isend(a, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, req(1), ierr)
      if (rank == 1) call MPI_Irecv(b, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, req(1), ierr)
      call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)
    case (2)
      if (rank == 0) call MPI_Isend(a, n, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, req(1), ierr)
      if (rank == 1) call MPI_Irecv(b, n, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, req(1), ierr)
      if (rank == 0) call MPI_Irecv(c, 1, MPI_DOUBLE_PRECISION, other, 4, MPI_COMM_WORLD, req(2), ierr)
      if (rank == 1) call MPI_Isend(c, 1, MPI_DOUBLE_PRECISION, other, 4, MPI_COMM_WORLD, req(2), ierr)
      call MPI_Waitall(2, req, statuses, ierr)
    case (3)
      call MPI_Sendrecv(a, n, MPI_DOUBLE_PRECISION, other, 5, b, n, MPI_DOUBLE_PRECISION, other, 5, MPI_COMM_WORLD, status, ierr)
    end select
    total = total + sum(b)/step
  end do
  print '(a,i0,es24.16)', 'rank ', rank, total
  call MPI_Finalize(ierr)
contains
  subroutine make(step)
    integer, intent(in) :: step
    integer :: i, k
    do i = 1, n
      do k = 1, 16
        a(i) = sqrt(a(i) + i*step)
      end do
    end do
    if (usleep(1000*pause) /= 0) error stop 'usleep'
  end subroutine make
end program hand
