! A ring of ranks that exchange columns in the usual ways, with loops that need the columns
! and loops that do not. Messages are long, so that none is complete before it is waited for.
program halo
  use mpi
  implicit none
  integer, parameter :: m = 20000, n = 12
  real(8) :: u(0:m+1, 0:n+1), v(m, n)
  integer :: rank, ranks, left, right, ierr, i, j, it, got, status(MPI_STATUS_SIZE)
  real(8) :: check
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  check = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)/8d0
    end do
  end do

  ! Both ways at once; the interior comes first.
  do it = 1, 3
    call MPI_Sendrecv(u(1, n), m, MPI_DOUBLE_PRECISION, right, 1, u(1, 0), m, MPI_DOUBLE_PRECISION, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_DOUBLE_PRECISION, left, 2, u(1, n+1), m, MPI_DOUBLE_PRECISION, right, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    do j = 2, n - 1
      do i = 1, m
        v(i, j) = 0.25d0*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
      end do
    end do
    do j = 1, n, n - 1
      do i = 1, m
        v(i, j) = 0.25d0*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
      end do
    end do
    call MPI_Get_count(status, MPI_DOUBLE_PRECISION, got, ierr)
    check = check + got + status(MPI_SOURCE) + status(MPI_TAG)
    u(1:m, 1:n) = v
  end do

  ! One after the other by parity. What is sent is not written before the wait, and what is received not read.
  if (ranks > 1 .and. modulo(ranks, 2) == 0) then
    do it = 1, 2
      if (modulo(rank, 2) == 0) then
        call MPI_Send(u(1, n), m, MPI_REAL8, right, 3, MPI_COMM_WORLD, ierr)   ! overlaps
        call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
      else
        call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
        call MPI_Send(u(1, n), m, MPI_REAL8, right, 3, MPI_COMM_WORLD, ierr)   ! overlaps
      end if
      do j = 2, n - 1
        do i = 1, m
          v(i, j) = u(i, j) + 1
        end do
      end do
      do j = 1, n
        do i = 1, m
          u(i, j) = v(i, j) + u(i, j-1)
        end do
      end do
    end do
  end if

  ! Nobody to the left or right, and nothing to send.
  left = rank - 1
  right = rank + 1
  if (left < 0) left = MPI_PROC_NULL
  if (right == ranks) right = MPI_PROC_NULL
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  status = -7
  call MPI_Recv(u(1, 0), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, status, ierr)   ! stays
  check = check + status(MPI_TAG)
  call MPI_Send(u(1, n), m, MPI_REAL8, right, 4, MPI_COMM_WORLD, ierr)   ! overlaps
  do j = 1, n - 1
    v(:, j) = 2*u(1:m, j)
  end do
  call MPI_Sendrecv(v(1, 1), 0, MPI_REAL8, right, 5, u(1, 0), 0, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do j = 1, n - 1
    u(1:m, j) = v(:, j)
  end do
  u(1:m, 0) = u(1:m, 0) + 1
  u(1, n) = ierr
  print '(a,i2,2es24.16)', 'halo', rank, sum(u), check
  call MPI_Finalize(ierr)
end program halo
