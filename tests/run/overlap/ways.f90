! Groups of calls that are executed often enough that all ways of running them are tried, and one is kept: by ranks that
! choose at different times, with other peers, lengths and conditions each time.
program ways
  use mpi
  implicit none
  integer, parameter :: m = 500, n = 10, steps = 70
  real(8) :: u(0:m+1, 0:n+1), v(m, n), a(m), b(m), c(m), check
  integer :: rank, ranks, right, left, ierr, code, i, j, k, it, count, asked, status(MPI_STATUS_SIZE), req(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  check = 0; asked = 0; v = 0; a = rank; b = 0; c = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! Peers and lengths change, at times nobody is there, and the status tells of each message.
  do it = 1, steps
    right = modulo(rank + it, ranks)
    left = modulo(rank - it, ranks)
    count = modulo(37*it, m + 1)
    if (modulo(it, 5) == 0 .and. right < rank) right = MPI_PROC_NULL
    if (modulo(it, 5) == 0 .and. left > rank) left = MPI_PROC_NULL
    call MPI_Sendrecv(u(1, n), count, MPI_REAL8, right, it, u(1, 0), count, MPI_REAL8, left, it, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, MPI_ANY_TAG, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + 2*u(i, j+1) + u(i-1, j), 1009d0)
      end do
    end do
    call MPI_Get_count(status, MPI_REAL8, k, ierr)
    check = check + k + 3*status(MPI_TAG) + 7*status(MPI_SOURCE)
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end do

  ! Ranks execute it at different times: what is tried by some has been decided by others.
  do it = 1, 3*steps
    if (modulo(it, rank + 2) /= 0) cycle
    call MPI_Sendrecv(u(1, 5), m, MPI_REAL8, rank, 1, u(1, 0), m, MPI_REAL8, rank, 1, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + u(i, j-1), 1013d0)
      end do
    end do
  end do
  right = modulo(rank + 1, ranks)
  left = modulo(rank - 1, ranks)

  ! A condition that counts how often it is evaluated, and one that decides each time.
  do it = 1, steps
    if (counted()) call MPI_Sendrecv(u(1, 2), m, MPI_REAL8, rank, 3, a, m, MPI_REAL8, rank, 3, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    do i = 1, m
      c(i) = modulo(c(i) + a(i), 1009d0)
    end do
    if (modulo(it, 3) == rank) call MPI_Sendrecv(c, m, MPI_REAL8, rank, 4, b, m, MPI_REAL8, rank, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    do i = 1, m
      u(i, 2) = modulo(u(i, 2) + b(i), 1009d0)
    end do
  end do

  ! A group in the branch of an IF that a message of another group crosses, and a call of the outer one within the inner one.
  do it = 1, merge(steps, 0, ranks > 1)   ! a rank need not be able to send to itself before it receives
    call MPI_Isend(c, 90, MPI_REAL8, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Send(b, 90, MPI_REAL8, right, 6, MPI_COMM_WORLD, code)   ! overlaps
    if (modulo(it, 4) /= 0) then
      do i = 1, 90
        c(i) = c(i) + 0
      end do
      call MPI_Isend(u(1, 3), 90, MPI_REAL8, right, 7, MPI_COMM_WORLD, req(2), ierr)
      call MPI_Recv(a, 90, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
      do i = 1, m
        v(i, 1) = modulo(v(i, 1) + a(i), 1009d0)
      end do
      call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! stays
      call MPI_Recv(u(1, 4), 90, MPI_REAL8, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    else
      call MPI_Recv(a, 90, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    do i = 1, m
      v(i, 2) = modulo(v(i, 2) + v(i, 1), 1009d0)
    end do
    call MPI_Recv(u(1, 6), 90, MPI_REAL8, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
    do i = 1, m
      b(i) = modulo(v(i, 2) + it, 1009d0)
      c(i) = modulo(u(i, 4) + u(i, 6) + a(i), 1009d0)
    end do
  end do

  do it = 1, steps
    call deeper(modulo(it, 4))
  end do
  print '(a,i3,5es25.16,i6)', 'ways', rank, sum(u), sum(v), sum(a) + sum(b), sum(c), check, asked
  call MPI_Finalize(ierr)
contains
  logical function counted()
    asked = asked + 1
    counted = modulo(asked, 3) /= 1
  end function

  ! Executed within itself, between its call and its nest it is not: the way is that of each execution.
  recursive subroutine deeper(depth)
    integer, intent(in) :: depth
    real(8) :: x(m, 0:n)
    integer :: i, j, code
    do j = 0, n
      do i = 1, m
        x(i, j) = u(i, j) + depth
      end do
    end do
    call MPI_Sendrecv(x(1, n), m, MPI_REAL8, right, 9, x(1, 0), m, MPI_REAL8, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE, & ! overlaps
      code)
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + x(i, j-1), 1009d0)
      end do
    end do
    if (depth > 0) call deeper(depth - 1)
    u(1:m, 1:n) = u(1:m, 1:n) + v(1, 1) - v(2, 1) + depth
    u(1:m, 1:n) = modulo(u(1:m, 1:n), 1009d0)
  end subroutine
end program ways
