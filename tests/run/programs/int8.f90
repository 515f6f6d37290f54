! run: flags -fdefault-integer-8
! Default integers of eight bytes: literals, peers, counts and tags are of that
! kind, MPI's own arguments are not.
program int8kind
  use mpi
  use support, only: report, bytes
  !ref use ref
  implicit none
  integer(4) :: rank4, n4, ierr
  integer :: rank, n, prev, next, k
  integer :: a(6), b(6), u(4, 4)
  logical :: odd
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank4, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n4, ierr)
  rank = rank4
  n = n4
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = [(10*rank + k, k=1, 6)]
  u = rank
  b = 0
  !$mdmp commregion
  do k = 1, 4
    odd = mod(k, 2) == 1
    !$mdmp recv(b(1:3), prev) tag(k)
    !$mdmp recv(b(4), 3, prev) if(odd)
    !$mdmp recv([u(1, :), u(2:3, 1)], prev) comm(MPI_COMM_WORLD)
    !$mdmp send(a(4:6), next) tag(k)
    !$mdmp send(a(1), 3, next) if(odd)
    !$mdmp send([a, a(1:0)], modulo(rank4 + 1, n4)) comm(MPI_COMM_WORLD)
    !ref call ref_recv(b(1:3), int(prev, 4), int(k, 4)); if (odd) call ref_recv_n(b(4), 3_8, int(prev, 4))
    !ref block; integer :: g(6); call ref_recv(g, int(prev, 4), 77_4)
    !ref call ref_send(a(4:6), int(next, 4), int(k, 4)); if (odd) call ref_send_n(a(1), 3_8, int(next, 4))
    !ref call ref_send(a, int(next, 4), 77_4); call ref_wait(b, g); u(1, :) = g(1:4); u(2:3, 1) = g(5:6); end block
    a = a + b
    a(k) = a(k) + sum(u)
  end do
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program int8kind
