! Zero-size sections, in all positions, with real messages on the same lane
! before and after.
program zero
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, m, ierr
  integer :: a(10), b(10), e(0), e2(0), f(0:9, 3:2), f2(9, 2:1)
  real(8), allocatable :: none(:, :), none2(:, :)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (none(0, 5), none2(3, 0))
  a = [(100*rank + k, k=1, 10)]
  b = 0
  !$mdmp commregion
  do k = 1, 4
    m = 2*mod(k, 3)                          ! 2 4 0 2
    !$mdmp recv(b(1:m), prev)
    !$mdmp recv(e, prev)
    !$mdmp recv(b(10:9), prev)
    !$mdmp recv(f(3, :), prev)
    !$mdmp recv(none, prev)
    !$mdmp recv([b(5:4), b(9:9)], prev)
    !$mdmp recv(b(7), 0, prev)
    !$mdmp recv(b(10:10), prev)
    !$mdmp send(a(1:m), next)
    !$mdmp send(e2, next)
    !$mdmp send(a(2:1), next)
    !$mdmp send(f2(3, :), next)
    !$mdmp send(none2, next)
    !$mdmp send([a(2:1), a(9:9)], next)
    !$mdmp send(a(7), 0, next)
    !$mdmp send(a(4:4), next)
    !ref call ref_recv(b(1:m), prev); call ref_recv(b(9:9), prev); call ref_recv(b(10:10), prev)
    !ref call ref_send(a(1:m), next); call ref_send(a(9:9), next); call ref_send(a(4:4), next)
    !ref call ref_wait(a, b)
    a = a + b
  end do
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program zero
