! Labels all round the directives: on the statements before and after, on the
! ends of loops, as targets of jumps to the exchange itself; formats within.
program labels
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, i, j, k, ierr
  integer :: a(6), b(6)
  character(len=20) :: text
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = [1, 2, 3, 4, 5, 6] + rank
  b = 0
  k = 0
  !$mdmp commregion
1 format(3i5)
2 continue
  !$mdmp recv(b(1:3), prev)
  !$mdmp send(a(4:6), next)
  !ref call ref_recv(b(1:3), prev); call ref_send(a(4:6), next); call ref_wait(a, b)
3 k = k + 1
  a = a + b
  if (k < 3) goto 2
  do 10 i = 1, 3
  do 10 j = 1, 2
    !$mdmp recv(b(i), prev)
    !$mdmp send(a(j), next)
    !ref call ref_recv(b(i), prev); call ref_send(a(j), next); call ref_wait(a, b)
10 a(j) = b(i) + j
  do 20, i = 1, 2
    a(i) = a(i) + 1
    !$mdmp recv(b(6), prev)
    !$mdmp send(a(i), next)
    !ref call ref_recv(b(6), prev); call ref_send(a(i), next); call ref_wait(a, b)
20 end do
  if (k > 100) goto 3
  write (text, 1) b(1:3)
4 if (k == 3) then
    !$mdmp send(a(2:3), next)
    !$mdmp recv(b(4:5), prev)
    !ref call ref_recv(b(4:5), prev); call ref_send(a(2:3), next); call ref_wait(a, b)
5 end if
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('text', transfer(text, bytes))
6 call MPI_Finalize(ierr)
end program labels
