! Nests that need the message, right behind the calls: they are cut, and exchanges in a row share them.
program nests
  use mpi
  implicit none
  integer, parameter :: m = 3000, n = 20
  real(8) :: u(0:m+1, 0:n+1), v(m, n), c
  real(8), allocatable :: a(:,:,:), b(:,:,:)
  integer :: rank, ranks, left, right, ierr, i, j, k, it, last, req(4), status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  v = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! The scalars have the values of the last iteration, and the status is that of the second call.
  do it = 1, 3
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    do j = 1, n
      do i = 1, m
        c = u(i, j-1) + u(i, j+1)
        last = i + j
        v(i, j) = modulo(c + u(i-1, j), 1009d0)
      end do
    end do
    if (status(MPI_TAG) /= 2 .or. status(MPI_SOURCE) /= right) print *, 'status', rank
    u(1:m, 1:n) = v
    u(1, 1) = u(1, 1) + last + i + j
  end do

  ! What the first received is what the second sends.
  call MPI_Sendrecv(u(0, n), m + 2, MPI_REAL8, right, 3, u(0, 0), m + 2, MPI_REAL8, left, 3, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv(u(0, 0), m + 2, MPI_REAL8, right, 4, u(0, n+1), m + 2, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  do j = 1, n
    do i = 1, m
      v(i, j) = modulo(v(i, j) + u(i, j-1) - 2*u(i+1, j+1), 1009d0)
    end do
  end do

  ! More than a column, from its middle on; nothing at all; the column depends on a variable.
  k = 2
  call MPI_Sendrecv(u(5, n-1), 2*m, MPI_REAL8, right, 5, u(9, k), 2*m, MPI_REAL8, left, 5, & ! stays
      MPI_COMM_WORLD, status, ierr)
  call MPI_Sendrecv(u(1, 7), 0, MPI_REAL8, left, 5, u(1, 8), 0, MPI_REAL8, right, 5, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
  do j = n, 1, -1
    do i = 1, m
      v(i, j) = modulo(v(i, j) + u(i, j), 1009d0)
    end do
  end do
  k = 4
  call MPI_Recv(u(1, k), 0, MPI_REAL8, MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
  do j = 1, n
    do i = 1, m
      v(i, j) = modulo(v(i, j) + u(i, n+1-j), 1009d0)
    end do
  end do
  call MPI_Recv(u(1, k), 0, MPI_REAL8, MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  do j = 1, n
    k = j
    do i = 1, m
      v(i, k) = modulo(v(i, k) + u(i, n+1-k), 1009d0)
    end do
  end do

  ! In place: columns in their order, and the ones that the neighbour gets are written behind the wait.
  call MPI_Sendrecv(u(1, 15), m, MPI_REAL8, right, 6, u(1, 16), m, MPI_REAL8, left, 6, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
  do j = 1, n
    do i = 1, m
      u(i, j) = modulo(u(i, j-1) + u(i, j), 1013d0)
    end do
  end do
  call MPI_Sendrecv(u(1, 15), m, MPI_REAL8, right, 6, u(1, 16), m, MPI_REAL8, left, 6, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
  do j = 1, n
    do i = 1, m
      u(i, j) = modulo(3*u(i, j) + 1, 1013d0)
    end do
  end do

  ! Three dimensions, allocated; the program's own waits, one for each message; no iteration at all.
  allocate(a(0:41, 0:31, 0:n+1), b(40, 30, n))
  b = 0
  do k = 0, n + 1
    a(:, :, k) = u(1:42, 1:32) + k
  end do
  do it = 1, 2
    call MPI_Irecv(a(0, 0, 0), 42*32, MPI_REAL8, left, 7, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(a(:, :, n+1), 42*32, MPI_REAL8, right, 8, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(a(0, 0, n), 42*32, MPI_REAL8, right, 7, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(a(:, :, 1), 42*32, MPI_REAL8, left, 8, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Wait(req(3), MPI_STATUS_IGNORE, ierr)   ! overlaps
    call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
    call MPI_Wait(req(4), MPI_STATUS_IGNORE, ierr)   ! overlaps
    call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! overlaps
    do k = 1, n
      do j = 1, 30
        do i = 1, 40
          b(i, j, k) = modulo(a(i, j, k-1) + a(i, j, k+1) + a(i-1, j+1, k), 1009d0)
        end do
      end do
    end do
    a(1:40, 1:30, 1:n) = b
  end do
  call MPI_Irecv(a(0, 0, 0), 42*32, MPI_REAL8, left, 7, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Isend(a(0, 0, n), 42*32, MPI_REAL8, right, 7, MPI_COMM_WORLD, req(2), ierr)
  call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)   ! stays
  do k = 1, n
    do j = 1, 30
      do i = 1, 40
        a(i, j, k) = modulo(a(i, j, k) + 1, 1009d0)
      end do
    end do
  end do
  call MPI_Sendrecv(a(0, 0, n), 42*32, MPI_REAL8, right, 9, a(0, 0, 0), 42*32, MPI_REAL8, left, 9, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
  do k = n, n - 1
    do j = 1, 30
      b(:, j, k) = a(1:40, j, k-1)
    end do
  end do
  call sub(a(:, :, 0), 42)
  print '(a,i3,5es25.16)', 'nests', rank, sum(u), sum(v), sum(a), sum(b), c + last + i + j + k
  call MPI_Finalize(ierr)
contains
  ! A dummy argument; nobody beyond the ends, and a message under a condition.
  subroutine sub(x, rows)
    integer, intent(in) :: rows
    real(8), intent(inout) :: x(rows, *)
    real(8) :: y(rows, 32)
    integer :: i, j, to, from
    to = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
    from = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    y = 0
    call MPI_Sendrecv(x(1, 32), rows, MPI_REAL8, to, 1, x(1, 1), rows, MPI_REAL8, from, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    if (ranks > 2) call MPI_Sendrecv(x(1, 2), rows, MPI_REAL8, from, 2, x(1, 31), rows, MPI_REAL8, to, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    do j = 1, 32
      do i = 1, rows
        y(i, j) = x(i, j) + j
      end do
    end do
    do 10 j = 1, 31
    do 10 i = 1, rows
10  x(i, j) = y(i, j+1)
  end subroutine
end program nests
