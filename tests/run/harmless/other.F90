! The same calls of MPI as in other.c, by mpif.h, by mpi (MODULE) or by mpi_f08 (F08); with API by module mdmp, too.
subroutine note(what)
#if defined(F08)
  use mpi_f08
#elif defined(MODULE)
  use mpi
#endif
#ifdef API
  use mdmp
#endif
  implicit none
#if !defined(F08) && !defined(MODULE)
  include 'mpif.h'
#endif
#ifdef F08
  type(MPI_Comm) :: comm
  type(MPI_Request) :: r
  type(MPI_Win) :: win
  type(MPI_Message) :: message
  type(MPI_Status) :: status
#else
  integer :: comm, r, win, message, status(MPI_STATUS_SIZE)
#endif
  character(*), intent(in) :: what
  integer :: ierr, me
  integer, asynchronous :: a(4), b(4)
  logical :: flag, all
  double precision :: time
#ifdef API
  type(MDMP_Request) :: d, e
#endif
  me = 0
  a = 1
  b = 0
  all = is('all')
  if (all .or. is('barrier')) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (all .or. is('allreduce')) call MPI_Allreduce(a, b, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (all .or. is('recv')) then
    call MPI_Isend(a, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, r, ierr)
    call MPI_Recv(b, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, status, ierr)
    call last
  end if
  if (all .or. is('send')) then
    call MPI_Irecv(b, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, r, ierr)
    call MPI_Send(a, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, ierr)
    call last
  end if
  if (all .or. is('sendrecv')) call MPI_Sendrecv(a, 4, MPI_INTEGER, me, 5, b, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, &
                                                 MPI_STATUS_IGNORE, ierr)
  if (all .or. is('mprobe')) then
    call MPI_Isend(a, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, r, ierr)
    call MPI_Mprobe(me, 5, MPI_COMM_SELF, message, status, ierr)
    call MPI_Mrecv(b, 4, MPI_INTEGER, message, status, ierr)
    call last
  end if
  if (all .or. is('wait')) then
    call MPI_Ibarrier(MPI_COMM_SELF, r, ierr)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  end if
  if (all .or. is('dup')) then
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
    call MPI_Comm_free(comm, ierr)
  end if
  if (all .or. is('fence')) then
    call MPI_Win_create(b, 16_MPI_ADDRESS_KIND, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    call MPI_Win_free(win, ierr)
  end if
#ifdef API
  if (all .or. is('delta')) then
    call MDMP_Delta_recv(b, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, d)
    call MDMP_Delta_send_begin(a, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, e)
    call MDMP_Delta_send_end(e)
    call MDMP_Delta_wait(d)
    call MDMP_Delta_wait(e)
  end if
#endif
  ! None of these waits.
  time = MPI_Wtime()
  call MPI_Comm_rank(MPI_COMM_SELF, me, ierr)
  call MPI_Iprobe(me, 6, MPI_COMM_SELF, flag, MPI_STATUS_IGNORE, ierr)
  call MPI_Isend(a, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, r, ierr)
  call MPI_Request_free(r, ierr)
  call MPI_Irecv(b, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF, r, ierr)
  call last
  if (flag .or. any(b /= 1) .or. me /= 0 .or. time < 0) print *, 'wrong'
contains
  logical function is(word)
    character(*), intent(in) :: word
    is = what == word//achar(0)
  end function is
  subroutine last
    logical :: done
    do
      call MPI_Test(r, done, MPI_STATUS_IGNORE, ierr)
      if (done) exit
    end do
  end subroutine last
end subroutine note
