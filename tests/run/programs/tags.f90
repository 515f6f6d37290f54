! The same ranks, several tags, met in another order than sent; tags that
! are expressions; equal tags in order.
program tags
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer, parameter :: first = 11
  integer :: a(4, 6), b(4, 6)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = reshape([(100*rank + k, k=1, 24)], [4, 6])
  b = 0
  !$mdmp commregion tags
  do k = 1, 5
    !$mdmp recv(b(:, 1), prev) tag(3)
    !$mdmp recv(b(:, 2), prev) tag(first)
    !$mdmp recv(b(:, 3), prev) tag(k + 20)
    !$mdmp recv(b(:, 4), prev)
    !$mdmp recv(b(:, 5), prev) tag(3)
    !$mdmp recv(b(:, 6), prev) tag(32000)
    !$mdmp send(a(:, 6), next) tag(32000)
    !$mdmp send(a(:, 5), next)
    !$mdmp send(a(:, 4), next) tag(20 + k)
    !$mdmp send(a(:, 3), next) tag(3)
    !$mdmp send(a(:, 2), next) tag(3)
    !$mdmp send(a(:, 1), next) tag(first)
    !ref call ref_recv(b(:, 1), prev, 3); call ref_recv(b(:, 2), prev, 11); call ref_recv(b(:, 3), prev, k + 20)
    !ref call ref_recv(b(:, 4), prev, 0); call ref_recv(b(:, 5), prev, 3); call ref_recv(b(:, 6), prev, 29000)
    !ref call ref_send(a(:, 6), next, 29000); call ref_send(a(:, 5), next, 0); call ref_send(a(:, 4), next, 20 + k)
    !ref call ref_send(a(:, 3), next, 3); call ref_send(a(:, 2), next, 3); call ref_send(a(:, 1), next, 11); call ref_wait(a, b)
    a = 2*a - b
    b(:, 1) = 0
  end do
  !$mdmp end commregion tags
  ! sent in one exchange, received in two others, in reverse
  do k = 1, 3
    if (n > 1 .and. rank == 0) then
      !$mdmp send(a(:, 1), 1) tag(1)
      !$mdmp send(a(:, 2), 1) tag(2)
      !ref call ref_send(a(:, 1), 1, 1); call ref_send(a(:, 2), 1, 2); call ref_wait(a)
      a = a + 1
    end if
    if (rank == 1) then
      !$mdmp recv(b(:, 2), 0) tag(2)
      !ref call ref_recv(b(:, 2), 0, 2); call ref_wait(b)
      b(:, 3) = b(:, 2)
      !$mdmp recv(b(:, 1), 0) tag(1)
      !ref call ref_recv(b(:, 1), 0, 1); call ref_wait(b)
      a = a - b
    end if
  end do
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program tags
