! Calls in branches that hold something else, too: they begin there, and what they cross there ends there.
program deeper
  use mpi
  implicit none
  integer, parameter :: m = 300, n = 12, some = 50, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), c(m), d(some)
  integer :: rank, ranks, left, right, next, last, ierr, i, j, k, it, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  next = merge(MPI_PROC_NULL, right, ranks == 1) ! a rank need not be able to send to itself
  last = merge(MPI_PROC_NULL, left, ranks == 1)
  v = 0; c = rank; d = 0; k = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! A send now and then, and two exchanges that share the nest with it: it begins before them, or not at all.
  do it = 1, steps
    if (modulo(it, 3) == 0) then
      k = k + 1
      call MPI_Send(v(1, n), some, MPI_REAL8, next, 1, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 2, u(1, 0), m, MPI_REAL8, left, 2, MPI_COMM_WORLD, status, ierr)   ! overlaps
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 3, u(1, n+1), m, MPI_REAL8, right, 3, MPI_COMM_WORLD, status, ierr)   ! overlaps
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1009d0)
      end do
    end do
    if (modulo(it, 3) == 0) then
      call MPI_Recv(d, some, MPI_REAL8, last, 1, MPI_COMM_WORLD, status, ierr)   ! stays
      v(1:some, 2) = v(1:some, 2) + d
    end if
    u(1:m, 1:n) = v
  end do

  ! A loop in the branch is crossed, and a nest behind it needs what comes.
  do it = 1, steps
    if (modulo(it, 2) == 0) then
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, status, ierr)   ! overlaps
      do i = 1, m
        c(i) = modulo(c(i) + it, 1009d0)
      end do
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + 2*u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end do

  ! The second message of a branch goes on behind it.
  do it = 1, steps
    if (modulo(it, 2) == 1) then
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! stays
      call MPI_Send(c, some, MPI_REAL8, next, 6, MPI_COMM_WORLD, ierr)   ! overlaps
      do j = 1, n
        do i = 1, m
          v(i, j) = modulo(v(i, j) + u(i, j-1), 1019d0)
        end do
      end do
    end if
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + v(i, j), 1021d0)
      end do
    end do
    c = c + 1
    if (modulo(it, 2) == 1) then
      call MPI_Recv(d, some, MPI_REAL8, last, 6, MPI_COMM_WORLD, status, ierr)   ! stays
      c(1:some) = modulo(c(1:some) + d, 1009d0)
    end if
  end do
  print '(a,i3,4es25.16,i8)', 'deeper', rank, sum(u), sum(v), sum(c), sum(d), k
  call MPI_Finalize(ierr)
end program deeper
