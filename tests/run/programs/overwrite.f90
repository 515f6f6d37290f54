! The sent elements are overwritten right after the exchange, the received ones
! were written right before it; what was sent last must arrive.
program overwrite
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: m = 20000           ! beyond any eager limit
  integer :: rank, n, prev, next, k, i, ierr
  real(8), allocatable :: u(:, :)
  real(8) :: seen
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (u(m, 0:3))
  u = rank
  seen = 0
  !$mdmp commregion
  do k = 1, 6
    do i = 1, m
      u(i, 0) = -k
      u(i, 2) = rank + k + 1d-3*i
    end do
    u(m/2, 2) = 17
    u(m, 2) = 18
    !$mdmp send(u(:, 2), next)
    !$mdmp recv(u(:, 0), prev)
    !ref call ref_recv(u(:, 0), prev); call ref_send(u(:, 2), next); call ref_wait(u)
    u(:, 2) = -17
    u(1, 0) = u(1, 0) + 1
    do i = 1, m, 7
      seen = seen + u(i, 0)
    end do
    u(:, 0) = -18
  end do
  !$mdmp end commregion
  call report('seen', transfer(seen, bytes))
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program overwrite
