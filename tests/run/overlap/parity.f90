! Both ends of messages in both branches, waits in one branch: messages are long, and every second rank is late, so that what is
! not waited for shows.
! flags: -Wall -Wextra -Werror
program parity
  use mpi
  implicit none
  integer, parameter :: m = 24000, n = 8, steps = 45
  real(8) :: u(m, 0:n+1), v(m, n), a(m), b(m)
  integer :: rank, ranks, left, right, peer, ierr, i, j, it, status(MPI_STATUS_SIZE), req(4)
  logical :: even, swap
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  even = modulo(rank, 2) == 0
  peer = merge(rank + 1, rank - 1, even)
  if (peer >= ranks) peer = MPI_PROC_NULL
  a = rank; b = 0
  do j = 0, n + 1
    do i = 1, m
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! By parity: each rank sends and receives, nothing follows.
  do it = 1, steps
    call late()
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(u(i, j) + u(i, j-1) + it, 1009d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
    if (even) then
      call MPI_Send(u(1, n), m, MPI_REAL8, peer, 1, MPI_COMM_WORLD, ierr)   ! overlaps
      call MPI_Recv(u(1, 0), m, MPI_REAL8, peer, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
    else
      call MPI_Recv(u(1, 0), m, MPI_REAL8, peer, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
      call MPI_Send(u(1, n), m, MPI_REAL8, peer, 1, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
  end do

  ! The second call sends what the first received; in the other branch the program waits.
  do it = 1, steps
    call late()
    swap = modulo(it, 3) == 0
    if (swap) then
      call MPI_Irecv(b, m, MPI_REAL8, left, 2, MPI_COMM_WORLD, req(1), ierr)
      call MPI_Isend(a, m, MPI_REAL8, right, 2, MPI_COMM_WORLD, req(2), ierr)
    end if
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 3, u(1, 0), m, MPI_REAL8, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    if (swap) then
      call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! overlaps
    else
      call MPI_Sendrecv(u(1, 0), m, MPI_REAL8, right, 4, u(1, n+1), m, MPI_REAL8, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(v(i, j) + b(i), 1009d0)
      end do
    end do
    a = u(:, 2)
  end do

  ! Two calls or a wait, then a call that sends what the second received.
  do it = 1, steps
    call late()
    swap = modulo(it, 3) == 0
    if (swap) then
      call MPI_Irecv(u(1, n+1), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, req(3), ierr)
      call MPI_Isend(a, m, MPI_REAL8, right, 5, MPI_COMM_WORLD, req(4), ierr)
    end if
    if (.not. swap) then
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 6, u(1, 0), m, MPI_REAL8, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Sendrecv(u(1, 0), m, MPI_REAL8, right, 7, u(1, n+1), m, MPI_REAL8, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    else
      call MPI_Wait(req(3), MPI_STATUS_IGNORE, ierr)   ! overlaps
    end if
    call MPI_Sendrecv(u(1, n+1), m, MPI_REAL8, right, 8, u(1, 0), m, MPI_REAL8, left, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(v(i, j) + it, 1009d0)
      end do
    end do
    if (swap) call MPI_Wait(req(4), MPI_STATUS_IGNORE, ierr)   ! stays
    a = u(:, 3)
  end do
  print '(a,i3,4es25.16)', 'parity', rank, sum(u), sum(v), sum(a), sum(b)
  call MPI_Finalize(ierr)
contains
  subroutine late()
    real(8) :: begin
    if (even) return
    begin = MPI_Wtime()
    do while (MPI_Wtime() - begin < 1d-3)
    end do
  end subroutine late
end program parity
