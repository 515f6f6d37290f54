! if clauses on sends and receives, with peers and bounds that are only valid
! where the condition holds.
program ifclause
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  integer :: table(0:3)
  integer, allocatable :: u(:)
  integer, pointer :: p(:)
  logical :: have_left, have_right, even
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  have_left = rank > 0
  have_right = rank < n - 1
  table = [0, 1, 2, 3]
  allocate (u(0:9))
  u = [(100*rank + k, k=0, 9)]
  nullify (p)
  if (have_left) allocate (p(2))
  !$mdmp commregion
  do k = 1, 6
    even = mod(k, 2) == 0
    !$mdmp recv(u(0), table(rank - 1)) if(have_left)
    !$mdmp recv(p(:), rank - 1) if(have_left .and. even) tag(k)
    !$mdmp recv(u(9:9), rank + 1) if(have_right)
    !$mdmp send(u(1), table(rank - 1)) if(have_left)
    !$mdmp send(u(7:8), table(rank + 1)) tag(k) if((have_right) .and. (even))
    !$mdmp send(u(8:8), rank + 1) if(rank + 1 < n)
    !ref if (have_left) call ref_recv(u(0), table(rank - 1))
    !ref if (have_left .and. even) call ref_recv(p(:), rank - 1, k)
    !ref if (have_right) call ref_recv(u(9:9), rank + 1)
    !ref if (have_left) call ref_send(u(1), table(rank - 1))
    !ref if (have_right .and. even) call ref_send(u(7:8), table(rank + 1), k)
    !ref if (have_right) call ref_send(u(8:8), rank + 1)
    !ref call ref_wait(u); if (have_left) call ref_wait(p)
    u(1:8) = u(0:7) + u(2:9)
    if (have_left .and. even) u(1) = u(1) + p(2)
    !$mdmp send(u(3:5), rank) if(.false.)
    !$mdmp recv(u(3:5), rank) if(.false.)
    !$mdmp recv(u(6:7), rank) if(k > 3)
    !$mdmp send(u(1:2), rank) if(k > 3)
    !ref if (k > 3) then; call ref_recv(u(6:7), rank); call ref_send(u(1:2), rank); end if
    !ref call ref_wait(u)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program ifclause
