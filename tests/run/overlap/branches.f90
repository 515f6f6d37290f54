! Calls in IF constructs: the condition goes with each of them if there is nothing else in the construct.
program branches
  use mpi
  implicit none
  integer, parameter :: m = 600, n = 12, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), a(m), b(m)
  integer :: rank, ranks, left, right, ierr, code, i, j, k, it, status(MPI_STATUS_SIZE), where_to(2), req(4), sole
  logical :: even, inner
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  right = rank + 1
  even = modulo(rank, 2) == 0
  v = 0; a = rank; b = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! By parity, both directions, then the nest that needs them.
  do it = 1, steps
    if (even) then
      if (right < ranks) call MPI_Send(u(1, n), m, MPI_REAL8, right, 1, MPI_COMM_WORLD, ierr)   ! overlaps
      if (left >= 0) call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
    else
      if (left >= 0) call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
      if (right < ranks) call MPI_Send(u(1, n), m, MPI_REAL8, right, 1, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i-1, j), 1009d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end do

  ! A construct for each neighbour, with one call and with two.
  do it = 1, steps
    if (right < ranks) then
      call MPI_Send(u(1, n), m, MPI_REAL8, right, 2, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
    if (left >= 0) then
      call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 2, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    if (left >= 0) then
      call MPI_Send(u(1, 1), m, MPI_REAL8, left, 3, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
    if (right < ranks) then
      call MPI_Recv(u(1, n+1), m, MPI_REAL8, right, 3, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1009d0)
      end do
    end do
    u(1:m, 1:n) = v
  end do
  do it = 1, steps
    if (left >= 0) then
      call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 4, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
      call MPI_Sendrecv(u(0, 0), m, MPI_REAL8, left, 4, u(1, 7), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    if (right < ranks) then
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, n+1), m, MPI_REAL8, right, 4, MPI_COMM_WORLD, status, ierr)   ! overlaps
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 6), m, MPI_REAL8, right, 4, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + v(i, j), 1021d0)
      end do
    end do
  end do

  ! Up over a nest, with its condition; not over what decides. Nothing follows.
  do it = 1, steps
    do i = 1, m
      v(i, 3) = modulo(v(i, 3) + it, 1009d0)
    end do
    inner = modulo(it, 3) == 0
    if (inner) then
      call MPI_Sendrecv(a, m, MPI_REAL8, rank, 6, b, m, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, ierr)   ! stays
    end if
    b(1) = b(1) + 1
  end do
  do it = 1, steps
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + v(i, j), 1013d0)
      end do
    end do
    if (modulo(it, 3) == 0) then
      call MPI_Sendrecv(u(1, 5), m, MPI_REAL8, rank, 6, b, m, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    else
      call MPI_Sendrecv(u(1, 6), m, MPI_REAL8, rank, 6, b, m, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
  end do

  ! What the first call receives decides about the second one, by the order in which the program asks; status and error code, too.
  where_to = [0, 1]
  k = 1
  do it = 1, steps
    if (k == 1) then
      call MPI_Sendrecv(where_to(2), 1, MPI_INTEGER, rank, 7, k, 1, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, status, ierr)   ! stays
      call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, rank, 7, b, m, MPI_REAL8, rank, 7, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    do i = 1, m
      v(i, 4) = modulo(v(i, 4) + b(i), 1009d0)
    end do
    status(MPI_TAG) = 8
    if (status(MPI_TAG) == 8) then
      call MPI_Sendrecv(u(1, 4), m, MPI_REAL8, rank, 9, u(1, 2), m, MPI_REAL8, rank, 9, MPI_COMM_WORLD, status, ierr)   ! stays
      call MPI_Sendrecv(u(1, 5), m, MPI_REAL8, rank, 8, u(1, 3), m, MPI_REAL8, rank, 8, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    do i = 1, m
      v(i, 4) = modulo(v(i, 4) + u(i, 3) + u(i, 2), 1009d0)
    end do
    where_to(2) = modulo(it, 2)
    k = 1
  end do

  ! More than one condition, something else in the construct, ELSE IF.
  do it = 1, steps
    if (it > 3) then
      if (modulo(it, 2) == 0) then
        call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, rank, 8, a, m, MPI_REAL8, rank, 8, MPI_COMM_WORLD, status, code)   ! stays
      end if
    end if
    if (it > 4) then
      b = a
    else if (it > 2) then
      call MPI_Sendrecv(u(1, 2), m, MPI_REAL8, rank, 8, b, m, MPI_REAL8, rank, 8, MPI_COMM_WORLD, status, code)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + a(i) + b(i), 1009d0)
      end do
    end do
  end do

  ! Requests that there are only if there is a neighbour; a condition that changes before the message is needed.
  do it = 1, steps
    if (left >= 0) then
      call MPI_Irecv(u(1, 0), m, MPI_REAL8, left, 11, MPI_COMM_WORLD, req(1), ierr)
      call MPI_Isend(u(1, 1), m, MPI_REAL8, left, 12, MPI_COMM_WORLD, req(2), ierr)
    end if
    if (right < ranks) then
      call MPI_Irecv(u(1, n+1), m, MPI_REAL8, right, 12, MPI_COMM_WORLD, req(3), ierr)
      call MPI_Isend(u(1, n), m, MPI_REAL8, right, 11, MPI_COMM_WORLD, req(4), ierr)
    end if
    if (left >= 0) then
      call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! overlaps
    end if
    if (right < ranks) call MPI_Wait(req(3), MPI_STATUS_IGNORE, ierr)   ! overlaps
    if (right < ranks) call MPI_Wait(req(4), MPI_STATUS_IGNORE, ierr)   ! overlaps
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
    k = rank
    if (k > 0) then
      call MPI_Irecv(b, m, MPI_REAL8, k - 1, 13, MPI_COMM_WORLD, sole, ierr)
    end if
    if (k < ranks - 1) call MPI_Send(a, m, MPI_REAL8, k + 1, 13, MPI_COMM_WORLD, ierr)   ! stays
    if (k > 0) call MPI_Wait(sole, MPI_STATUS_IGNORE, ierr)   ! stays
    do i = 1, m
      k = i
      a(i) = modulo(a(i) + u(i, 3) + k, 1009d0)
    end do
    do i = 1, m
      a(i) = modulo(a(i) + b(i), 1009d0)
    end do
  end do
  print '(a,i3,4es25.16,i8)', 'branches', rank, sum(u), sum(v), sum(a), sum(b), k
  call MPI_Finalize(ierr)
end program branches
