! run: flags -O3
! What an optimiser would love to keep in registers, to hoist out of loops or to
! inline: local scalars, small arrays, loop-invariant reads of received data.
program caching
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, i, ierr
  real(8) :: x, y, t(3), s(3), sum_of_x
  integer :: count
  logical :: go
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  x = 1 + rank
  y = 0
  t = [1, 2, 3]
  s = 0
  sum_of_x = 0
  count = 0
  go = .true.
  !$mdmp commregion
  do while (go)
    count = count + 1
    y = x*1.5d0
    !$mdmp recv(x, prev)
    !$mdmp send(y, next)
    !ref call ref_recv(x, prev); call ref_send(y, next); call ref_wait(x)
    sum_of_x = sum_of_x + x
    do i = 1, 3
      t(i) = t(i) + x
    end do
    !$mdmp recv(s, prev)
    !$mdmp send(t, next)
    !ref call ref_recv(s, prev); call ref_send(t, next); call ref_wait(s)
    if (s(1) > 5) t(2) = s(3)
    go = count < 20
    k = merge(1, 0, go)
    !$mdmp recv(i, prev)
    !$mdmp send(k, next)
    !ref call ref_recv(i, prev); call ref_send(k, next); call ref_wait(i)
    go = i == 1
    call inlined
  end do
  !$mdmp end commregion
  call report('x', transfer([x, y, sum_of_x, t, s], bytes))
  call report('count', transfer(count, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine inlined
    real(8) :: before
    before = x
    !$mdmp recv(x, prev)
    !$mdmp send(t(1), next)
    !ref call ref_recv(x, prev); call ref_send(t(1), next); call ref_wait(x)
    x = 0.01d0*x + before
  end subroutine inlined
end program caching
