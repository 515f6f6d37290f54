! The peer is another one in each step; sometimes it is this rank, sometimes
! nobody.
program peers
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, to, from, k, ierr
  integer :: a(11), b(11), sum(11)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  sum = 0
  b = 0
  !$mdmp commregion
  do k = 0, 2*n + 1
    a = [10000*rank + 100*k, 2, 3, 4, 5, 6, 7, 8, 9, 10, k]
    to = modulo(rank + k, n)
    from = modulo(rank - k, n)
    if (mod(to + k, 3) == 0) to = -1       ! both ends agree on it
    if (mod(rank + k, 3) == 0) from = -1
    !$mdmp recv(b, from)
    !$mdmp send(a, to)
    !ref call ref_recv(b, from); call ref_send(a, to); call ref_wait(a, b)
    sum = sum*3 + b
  end do
  ! to and from one rank only, in both directions
  do k = 1, n - 1
    if (rank == 0) then
      !$mdmp send(a(k:), k)
      !ref call ref_send(a(k:), k); call ref_wait(a)
      continue
    else if (rank == k) then
      !$mdmp recv(b(k:), 0)
      !ref call ref_recv(b(k:), 0); call ref_wait(b)
      sum = sum + b
    end if
  end do
  !$mdmp end commregion
  call report('sum', transfer(sum, bytes))
  call MPI_Finalize(ierr)
end program peers
