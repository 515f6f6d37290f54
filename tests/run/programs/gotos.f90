! Jumps within a region, out of it and round it; each leaves it properly.
program gotos
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, turn, ierr
  integer :: a(5), b(5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = rank
  b = 0
  turn = 0
10 continue
  turn = turn + 1
  if (turn > 6) goto 50
  !$mdmp commregion
  k = 0
20 k = k + 1
  !$mdmp recv(b, prev)
  !$mdmp send(a, next)
  !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
  a = a + b + k
  if (k == 2 .and. turn == 2) go to 10       ! out, upwards
  if (k == 2 .and. turn == 3) goto 40        ! out, downwards
  goto (30, 20) k                            ! within
  goto 35
30 a(1) = a(1) - 1
  if (k - 3) 20, 35, 35                      ! arithmetic if
35 continue
  do k = 1, 3
    !$mdmp recv(b(2:4), prev)
    !$mdmp send(a(1:3), next)
    !ref call ref_recv(b(2:4), prev); call ref_send(a(1:3), next); call ref_wait(a, b)
    if (turn == 4 .and. k == 2) goto 10
    a(k) = b(k + 1)
  end do
  !$mdmp end commregion
40 a(5) = a(5)*2 + turn
  goto 10
50 continue
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program gotos
