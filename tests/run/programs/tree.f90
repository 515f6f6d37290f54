! An exchange in an internal procedure that is called from many places, with early
! returns on ranks that have no part in it.
program tree_program
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(10), got
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  a = [(k*(rank + 2), k=1, 10)]
  got = 0
  do k = 1, 5
    call tree(k)
    if (mod(k, 2) == 0) call tree(-k)
    call gather(k)
  end do
  call report('a', transfer(a, bytes))
  call report('got', transfer(got, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine tree(seed)                       ! a broadcast along a binary tree
    integer, intent(in) :: seed
    integer :: left, right, up
    left = 2*rank + 1
    right = 2*rank + 2
    up = -1
    if (rank > 0) up = (rank - 1)/2
    if (left >= n) left = -1
    if (right >= n) right = -1
    if (rank == 0) a(1:3) = a(1:3) + seed
    !$mdmp commregion
    !$mdmp recv(a(1:3), up)
    !ref call ref_recv(a(1:3), up); call ref_wait(a)
    if (left < 0 .and. right < 0) return
    !$mdmp send(a(1:3), left)
    !$mdmp send(a(1:3), right)
    !ref call ref_send(a(1:3), left); call ref_send(a(1:3), right); call ref_wait(a)
    a(1) = a(1) + rank
    !$mdmp end commregion
  end subroutine tree
  subroutine gather(k)                        ! rank 0 receives from all in a loop
    integer, intent(in) :: k
    integer :: from
    if (rank > 0) then
      !$mdmp send(a(k), 0) tag(k)
      !ref call ref_send(a(k), 0, k); call ref_wait(a)
      return
    end if
    do from = n - 1, 1, -1
      !$mdmp recv(a(10), from) tag(k)
      !ref call ref_recv(a(10), from, k); call ref_wait(a)
      got = mod(7*got + a(10), 1000003)
    end do
  end subroutine gather
end program tree_program
