! The communicated elements are also reached by other names: pointers,
! equivalence, common, host association, sequence association.
program aliases
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer, target :: u(6, 8)
  integer, pointer :: col(:), row(:)
  integer :: flat(20), square(4, 5)
  equivalence (flat, square)
  integer :: shared(10)
  common /block/ shared
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(100*rank + k, k=1, 48)], [6, 8])
  flat = [(1000*rank + k, k=1, 20)]
  shared = rank
  col => u(:, 8)
  row => u(3, :)
  !$mdmp commregion
  do k = 1, 4
    col = col + k                          ! writes what is sent
    !$mdmp recv(u(:, 1), prev)
    !$mdmp send(u(:, 8), next)
    !ref call ref_recv(u(:, 1), prev); call ref_send(u(:, 8), next); call ref_wait(u)
    row(2) = row(1) + row(8)               ! reads what was received
    !$mdmp recv(row, prev)
    !$mdmp send(u(4, :), next)
    !ref call ref_recv(row, prev); call ref_send(u(4, :), next); call ref_wait(u)
    u(2, :) = u(3, :) - u(2, :)
    square(:, 1) = flat(17:20)
    !$mdmp recv(square(2, :), prev)
    !$mdmp send(flat(4:20:4), next)
    !ref call ref_recv(square(2, :), prev); call ref_send(flat(4:20:4), next); call ref_wait(flat, square)
    flat(1) = flat(2) + flat(6)
    call bump(u(1, 5))
    call through_common
    !$mdmp recv(shared(1:5), prev)
    !$mdmp send(shared(6:10), next)
    !ref call ref_recv(shared(1:5), prev); call ref_send(shared(6:10), next); call ref_wait(shared)
    call through_common
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('flat', transfer(flat, bytes))
  call report('shared', transfer(shared, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine bump(x)                       ! elements from u(1,5) on, as an explicit shape
    integer, intent(inout) :: x(6, 4)
    x(:, 4) = x(:, 4) + x(:, 1)
  end subroutine bump
end program aliases

subroutine through_common
  implicit none
  integer :: other(10), i
  common /block/ other
  do i = 1, 10
    other(i) = other(i)*3 + i
  end do
end subroutine through_common
