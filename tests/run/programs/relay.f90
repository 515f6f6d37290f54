! A value is passed along the ranks and changed on the way: each send depends on
! what has just been received.
program relay
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, left, right, k, ierr
  real(8) :: a(37), trace(37, 5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  left = rank - 1
  right = rank + 1
  if (right == n) right = MPI_PROC_NULL
  a = [(real(k, 8)/3, k=1, 37)]
  !$mdmp commregion relay
  do k = 1, 5
    !$mdmp recv(a, left)
    !ref call ref_recv(a, left); call ref_wait(a)
    a = 0.7d0*a + rank + k
    !$mdmp send(a, right)
    !ref call ref_send(a, right); call ref_wait(a)
    trace(:, k) = a
    a(mod(k, 37) + 1) = -1                ! after the send: must not travel
  end do
  !$mdmp end commregion relay
  call report('a', transfer(a, bytes))
  call report('trace', transfer(trace, bytes))
  call MPI_Finalize(ierr)
end program relay
