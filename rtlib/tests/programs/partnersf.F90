! The API of delta send-recv by module mdmp, with handles of mpi or (F08) of mpi_f08: delta and plain partners.
program partnersf
  use, intrinsic :: iso_c_binding, only: c_int64_t
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  use mdmp
  use check, only: expect, verdict, start, me, np, next, prev
  implicit none
  integer, parameter :: n = 500
  real(8), asynchronous :: a(n), b(n)
  type(MDMP_Request) :: s, r
#ifdef F08
  type(MPI_Status) :: status
  type(MPI_Request) :: plain
  type(MPI_Comm) :: own
#else
  integer :: status(MPI_STATUS_SIZE), plain, own
#endif
  integer :: kind, i, count, flag, ierr

  call start()
  call MPI_Comm_dup(MPI_COMM_WORLD, own, ierr)
  call MDMP_Delta_init(own)
  do kind = 0, 3
    b = -1
    if (mod(kind, 2) == 0) then
      call MDMP_Delta_recv(b, n, MPI_REAL8, prev, kind, own, r, ierr)
    else
      call MPI_Irecv(b, n, MPI_REAL8, prev, kind, own, plain, ierr)
    end if
    if (kind < 2) then
      call MDMP_Delta_send_begin(a, n, MPI_REAL8, next, kind, own, s)
      do i = 1, n
        a(i) = me*1000 + i
        if (i < n) call MDMP_Delta_send_data(s, 8_c_int64_t*(i - 1), 8_c_int64_t)
      end do
      call MDMP_Delta_send_size(s, n - 1)
      call MDMP_Delta_send_end(s, ierr)
    else
      a = [(me*1000 + i, i = 1, n)]
      call MPI_Send(a, n - 1, MPI_REAL8, next, kind, own, ierr)
    end if
    if (mod(kind, 2) == 0) then
      call MDMP_Delta_wait_data(b, 8_c_int64_t*(n - 2), 8_c_int64_t)
      call expect(b(n - 1) == prev*1000 + n - 1, 'the last element')
      call MDMP_Delta_wait(r, status, ierr)
    else
      call MPI_Wait(plain, status, ierr)
    end if
    call MPI_Get_count(status, MPI_REAL8, count, ierr)
    call expect(count == n - 1, 'the size')
#ifdef F08
    call expect(status%MPI_SOURCE == prev .and. status%MPI_TAG == kind, 'the status')
#else
    call expect(status(MPI_SOURCE) == prev .and. status(MPI_TAG) == kind, 'the status')
#endif
    call expect(all(b(:n - 1) == [(prev*1000 + i, i = 1, n - 1)]) .and. b(n) == -1, 'the elements')
    if (kind < 2) call MDMP_Delta_wait(s)
  end do

  ! A part of an array; nobody asks for the status.
  call MDMP_Delta_recv(b(11:20), 10, MPI_REAL8, prev, 7, MPI_COMM_WORLD, r)
  call MDMP_Delta_send_begin(a(1:10), 10, MPI_REAL8, next, 7, MPI_COMM_WORLD, s)
  a = 5
  call MDMP_Delta_wait(s, MPI_STATUS_IGNORE)
  flag = 0
  do while (flag == 0)
    call MDMP_Delta_test(r, flag)
  end do
  call expect(all(b(11:20) == 5) .and. b(21) == prev*1000 + 21, 'a part')
  call expect(np > 0, 'ranks')
  call MPI_Comm_free(own, ierr)
  call verdict()
end program
