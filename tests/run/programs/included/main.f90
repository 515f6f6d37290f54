! run: include inc
! Include files with declarations, with loops and with statements that use what
! was received.
program included
  use mpi
  use support
  !ref use ref
  implicit none
  include 'data.inc'
  integer :: rank, n, prev, next, k, i, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  include "ring.inc"
  u = rank + [(k, k=0, m + 1)]
  !$mdmp commregion
  do k = 1, 5
    !$mdmp recv(u(0), prev)
    !$mdmp recv(u(m + 1), next)
    !$mdmp send(u(m), next)
    !$mdmp send(u(1), prev)
    !ref call ref_recv(u(0), prev); call ref_recv(u(m + 1), next)
    !ref call ref_send(u(m), next); call ref_send(u(1), prev); call ref_wait(u)
    include 'smooth.inc'
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program included
