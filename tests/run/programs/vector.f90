! Vector subscripts on sends; sections whose bounds are in arrays and functions.
program vector
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer :: u(10, 4), v(5), idx(5), lo(3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(100*rank + k, k=1, 40)], [10, 4])
  idx = [9, 2, 2, 7, 1]
  lo = [1, 4, 6]
  v = 0
  !$mdmp commregion
  do k = 1, 3
    !$mdmp recv(v, prev)
    !$mdmp send(u(idx, k), next)
    !ref block; integer :: t(5); t = u(idx, k); call ref_recv(v, prev); call ref_send(t, next); call ref_wait(v); end block
    u(idx(1), 4) = v(2)
    !$mdmp recv(v(2:5), prev)
    !$mdmp send(u(idx([1, 5]), lo(1):width(k)), next)
    !ref block; integer :: t(2, 2); t = u(idx([1, 5]), 1:2); call ref_recv(v(2:5), prev); call ref_send(t, next)
    !ref call ref_wait(v); end block
    u(lo(k):lo(k) + 1, 4) = v(4:5)
    !$mdmp recv(u(lo(k):lo(k) + 4, 4), prev)
    !$mdmp send(u(lo(k):lo(k) + 4, 3), next)
    !ref call ref_recv(u(lo(k):lo(k) + 4, 4), prev); call ref_send(u(lo(k):lo(k) + 4, 3), next); call ref_wait(u)
    idx = cshift(idx, 1)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call MPI_Finalize(ierr)
contains
  pure integer function width(k)
    integer, intent(in) :: k
    width = min(2, k + 1)
  end function width
end program vector
