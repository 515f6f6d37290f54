! Sections that move, grow, shrink and change stride from step to step.
program moving
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, s, ierr
  real(4) :: u(24, 24)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  call random_init(.true., .false.)
  u = reshape([(real(k)/7 + rank, k=1, 576)], [24, 24])
  !$mdmp commregion
  do k = 1, 10
    s = 1 + mod(k, 3)
    !$mdmp recv(u(1:2*k, 24), prev)
    !$mdmp send(u(1:2*k, k), next)
    !ref call ref_recv(u(1:2*k, 24), prev); call ref_send(u(1:2*k, k), next); call ref_wait(u)
    !$mdmp recv(u(24, 1:s*k:s), prev)
    !$mdmp send(u(k, 1:s*k:s), next)
    !ref call ref_recv(u(24, 1:s*k:s), prev); call ref_send(u(k, 1:s*k:s), next); call ref_wait(u)
    !$mdmp recv(u(20:11:-s, 3:23:s), prev)
    !$mdmp send(u(1:10:s, 23:3:-s), next)
    !ref call ref_recv(u(20:11:-s, 3:23:s), prev); call ref_send(u(1:10:s, 23:3:-s), next); call ref_wait(u)
    u(2:23, 2:23) = 0.5*(u(1:22, 2:23) + u(3:24, 2:23))
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program moving
