! What messages tell besides their bytes: a rank that has received goes on, and others may
! know it. Order on one lane, wildcards, relays, messages to oneself, sends that are buffered.
program orders
  use mpi
  implicit none
  integer, parameter :: n = 40000
  real(8) :: a(n), b(n), c(n), w(n), small(4)
  integer :: rank, ranks, ierr, k, i, other, code, status(MPI_STATUS_SIZE)
  real(8) :: first(1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  a = rank + 1; b = 0; c = 0; w = 1

  ! A value goes along the ranks; each adds to what came.
  if (rank > 0) then
    call MPI_Recv(a, n, MPI_REAL8, rank - 1, 1, MPI_COMM_WORLD, status, ierr)   ! stays
    a = a + rank
  end if
  if (rank < ranks - 1) then
    call MPI_Send(a, n, MPI_REAL8, rank + 1, 1, MPI_COMM_WORLD, ierr)   ! overlaps
  end if
  do i = 1, n
    w(i) = w(i)*0.5d0 + a(i)
  end do

  ! A token that says that the one before has written: the loop between needs nothing of it, and what
  ! is told to the next comes behind it all the same.
  first = 0
  if (rank > 0) call MPI_Recv(first, 1, MPI_REAL8, rank - 1, 2, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 1, n
    w(i) = w(i) + i
  end do
  if (rank < ranks - 1) call MPI_Send(first, 1, MPI_REAL8, rank + 1, 2, MPI_COMM_WORLD, ierr)   ! stays
  w(1) = w(1) + first(1)

  ! Two messages on one lane, with the same tag: the first send meets the first receive.
  if (ranks > 1) then
    if (rank == 0) then
      b = 3
      c = 4
      call MPI_Send(b, n, MPI_REAL8, 1, 3, MPI_COMM_WORLD, ierr)   ! overlaps
      call MPI_Send(c, n, MPI_REAL8, 1, 3, MPI_COMM_WORLD, ierr)   ! overlaps
      do i = 1, n
        w(i) = w(i) + b(i) - c(i)
      end do
      b = 30
      c = 40
    else if (rank == 1) then
      call MPI_Recv(b, n, MPI_REAL8, 0, 3, MPI_COMM_WORLD, status, ierr)   ! overlaps
      call MPI_Recv(c, n, MPI_REAL8, 0, 3, MPI_COMM_WORLD, status, ierr)   ! overlaps
      do i = 1, n
        w(i) = w(i) + b(i)
      end do
      w = w - 2*c
    end if
  end if

  ! Any rank, any tag: the k-th receive gets the k-th message, and the status tells which.
  if (rank == 0) then
    do k = 1, ranks - 1
      call MPI_Recv(b, n, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)   ! overlaps
      do i = 1, n
        c(i) = w(i) + 0.5d0
      end do
      w = c + b
      if (b(n) /= status(MPI_SOURCE) .or. status(MPI_TAG) /= 10 + status(MPI_SOURCE)) print *, 'wrong', k
    end do
    print '(a,3es24.16)', 'any', w(1), w(ranks), w(n)
  else
    b = rank
    call MPI_Send(b, n, MPI_REAL8, 0, 10 + rank, MPI_COMM_WORLD, ierr)   ! overlaps
    c = 2*w + b
    b = -1
  end if

  ! To each other: short messages are buffered, and programs rely on it.
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  small = rank
  b = 1
  small = small + b(1:4)
  other = ieor(rank, 1)
  if (other < ranks) then
    call MPI_Send(small, 4, MPI_REAL8, other, 5, MPI_COMM_WORLD, ierr)   ! overlaps
    call MPI_Recv(c, 4, MPI_REAL8, other, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
    do i = 1, n
      w(i) = w(i) - 3
    end do
    small = small*c(1:4)
  end if

  ! The error code is looked at, or set anew, or looked at in the loop.
  code = -1
  call MPI_Sendrecv(small, 4, MPI_REAL8, rank, 6, c, 4, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, code)   ! overlaps
  w = w + 1
  if (code /= MPI_SUCCESS) print *, 'code', code
  code = -1
  call MPI_Sendrecv(small, 4, MPI_REAL8, rank, 6, c, 4, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, code)   ! stays
  do i = 1, n
    w(i) = w(i) + code
  end do
  code = 5
  print '(a,i2,i4,2es24.16)', 'orders', rank, code, sum(w), sum(small) + c(1)
  call MPI_Finalize(ierr)
end program orders
