! Receives from anybody, whose status the program asks for or not: the delta messages behind them have the numbers that they should have, so
! they go in increments. On two processes.
program anybody
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  use mdmp
  use check, only: expect, verdict, me
  implicit none
  interface
    integer(c_int) function anybody_start() bind(C)
      import :: c_int
    end function
  end interface
  integer, parameter :: n = 4000
  real(8), asynchronous :: a(n), b(n)
  real(8) :: one(1)
  type(MDMP_Request) :: s, r
#ifdef F08
  type(MPI_Status) :: status
  type(MPI_Message) :: message
#else
  integer :: status(MPI_STATUS_SIZE), message
#endif
  integer :: way, i, count, from, tag, ierr
  logical :: flag

  me = anybody_start()
  do way = 1, 9
    one = way
    if (me == 0) then
      call MPI_Send(one, 1, MPI_REAL8, 1, way, MPI_COMM_WORLD, ierr)
    else
      call receive()
      call expect(one(1) == way, 'what anybody sent')
    end if
    if (me == 1) call MDMP_Delta_recv(b, n, MPI_REAL8, 0, way, MPI_COMM_WORLD, r)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (me == 0) then
      call MDMP_Delta_send_begin(a, n, MPI_REAL8, 1, way, MPI_COMM_WORLD, s)
      a = [(way*10000 + i, i = 1, n)]
      call MDMP_Delta_send_data(s, 0_c_int64_t, 4_c_int64_t*n)
      call MDMP_Delta_wait(s, MPI_STATUS_IGNORE)
      call MPI_Send(one, 1, MPI_REAL8, 1, way, MPI_COMM_WORLD, ierr)
    else
      call MDMP_Delta_wait(r, MPI_STATUS_IGNORE)
      call expect(all(b == [(way*10000 + i, i = 1, n)]), 'a delta message')
      one = 0
      call MPI_Recv(one, 1, MPI_REAL8, 0, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      call expect(one(1) == way, 'the message behind it')
    end if
  end do
  call verdict()
contains
  subroutine receive()
    select case (way)
    case (1)
      call MPI_Recv(one, 1, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    case (2)
      call MPI_Recv(one, 1, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    case (3)
      call MPI_Sendrecv(a, 0, MPI_REAL8, MPI_PROC_NULL, 0, one, 1, MPI_REAL8, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    case (4)
      call MPI_Sendrecv(a, 0, MPI_REAL8, MPI_PROC_NULL, 0, one, 1, MPI_REAL8, 0, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    case (5)
      call MPI_Sendrecv_replace(one, 1, MPI_REAL8, MPI_PROC_NULL, 0, MPI_ANY_SOURCE, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    case (6)
      call MPI_Mprobe(MPI_ANY_SOURCE, way, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE, ierr)
      call MPI_Mrecv(one, 1, MPI_REAL8, message, MPI_STATUS_IGNORE, ierr)
    case (7)
      call MPI_Mprobe(MPI_ANY_SOURCE, way, MPI_COMM_WORLD, message, status, ierr)
      call MPI_Mrecv(one, 1, MPI_REAL8, message, MPI_STATUS_IGNORE, ierr)
    case (8, 9)
      flag = .false.
      do while (.not. flag)
        if (way == 8) call MPI_Improbe(0, way, MPI_COMM_WORLD, flag, message, MPI_STATUS_IGNORE, ierr)
        if (way == 9) call MPI_Improbe(0, way, MPI_COMM_WORLD, flag, message, status, ierr)
      end do
      call MPI_Mrecv(one, 1, MPI_REAL8, message, MPI_STATUS_IGNORE, ierr)
    end select
    select case (way)
    case (2, 4, 7, 9)
      call MPI_Get_count(status, MPI_REAL8, count, ierr)
#ifdef F08
      from = status%MPI_SOURCE
      tag = status%MPI_TAG
#else
      from = status(MPI_SOURCE)
      tag = status(MPI_TAG)
#endif
      call expect(count == 1 .and. from == 0 .and. tag == way, 'the status')
    end select
  end subroutine
end program
