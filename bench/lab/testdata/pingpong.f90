! Ping-pong between ranks 0 and 1: latency of 8 bytes, bandwidth of 1 MB.
program pingpong
  implicit none
  include 'mpif.h'
  integer, parameter :: big = 131072, rounds = 6
  real(8) :: a(big), t, latency, bandwidth
  integer :: rank, ranks, ierr, len
  character(MPI_MAX_PROCESSOR_NAME) :: host
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Get_processor_name(host, len, ierr)
  a = rank
  t = round(1, 5)
  latency = round(1, 200) / 2
  t = round(big, 1)
  bandwidth = 8.0d0 * big / (round(big, rounds) / 2)
  if (rank < 2 .and. any(a /= 0)) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  if (rank == 0) then
    print '(a, i0)', 'ranks ', ranks
    print '(a, es12.4)', 'latency ', latency
    print '(a, es12.4)', 'bandwidth ', bandwidth
  end if
  if (rank < 2) print '(a, i0, 1x, a)', 'host ', rank, host(:len)
  flush (6)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a)', 'results complete'
  flush (6)
  call MPI_Finalize(ierr)
contains
  ! Seconds of one round trip of n elements.
  real(8) function round(n, times)
    integer, intent(in) :: n, times
    integer :: i, status(MPI_STATUS_SIZE)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    round = MPI_Wtime()
    do i = 1, times
      if (rank == 0) then
        call MPI_Send(a, n, MPI_DOUBLE_PRECISION, 1, 7, MPI_COMM_WORLD, ierr)
        call MPI_Recv(a, n, MPI_DOUBLE_PRECISION, 1, 7, MPI_COMM_WORLD, status, ierr)
      else if (rank == 1) then
        call MPI_Recv(a, n, MPI_DOUBLE_PRECISION, 0, 7, MPI_COMM_WORLD, status, ierr)
        call MPI_Send(a, n, MPI_DOUBLE_PRECISION, 0, 7, MPI_COMM_WORLD, ierr)
      end if
    end do
    round = (MPI_Wtime() - round) / times
  end function round
end program pingpong
