! Peers, tags, conditions, bounds and counts are evaluated when the exchange is
! executed, and once: they call functions that count.
module counting
  implicit none
  integer :: calls(6) = 0
contains
  integer function tick(i, value)
    integer, intent(in) :: i, value
    calls(i) = calls(i) + 1
    tick = value
  end function tick
end module counting

program once
  use mpi
  use support
  use counting
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, m, ierr
  integer :: a(4, 5), b(4, 5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = reshape([(100*rank + k, k=1, 20)], [4, 5])
  b = 0
  !$mdmp commregion
  do k = 1, 3
    !$mdmp recv(b(tick(1, 1):4:2, :), tick(2, prev)) tag(tick(3, k)) if(tick(4, k) > 0)
    !$mdmp send(a(1:4:tick(5, 3), tick(6, 1):5), tick(2, next)) tag(tick(3, k)) if(tick(4, k) > 0)
    !ref calls = calls + [1, 2, 2, 2, 1, 1]
    !ref call ref_recv(b(1:4:2, :), prev, k); call ref_send(a(1:4:3, :), next, k); call ref_wait(a, b)
    a = a + b
    !$mdmp recv(b(1, tick(1, 2)), tick(2, 5), tick(3, prev))
    !$mdmp send([a(tick(4, 1), 1:2), a(tick(5, 2), 3:5)], next)
    !ref calls = calls + [1, 1, 1, 1, 1, 0]
    !ref call ref_recv_n(b(1, 2), 5_8, prev)
    !ref block; integer :: t(5); t = [a(1, 1:2), a(2, 3:5)]; call ref_send(t, next); call ref_wait(b); end block
  end do
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('calls', transfer(calls, bytes))
  do m = 1, 6
    if (rank == 0) print '(a,i0,a,i0)', 'calls of kind ', m, ': ', calls(m)
  end do
  call MPI_Finalize(ierr)
end program once
