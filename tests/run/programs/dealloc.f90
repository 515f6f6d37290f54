! Arrays are deallocated, reallocated with other shapes, moved and nullified
! between exchanges, right after a send among others.
program dealloc
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, i, ierr
  real(8), allocatable :: u(:), v(:), w(:, :)
  real(8), pointer :: p(:)
  real(8) :: total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  total = 0
  nullify (p)
  !$mdmp commregion
  do k = 1, 8
    allocate (u(1000*k), v(1000*k))
    u = [(sqrt(real(i + rank + k, 8)), i=1, 1000*k)]
    !$mdmp recv(v, prev)
    !$mdmp send(u, next)
    !ref call ref_recv(v, prev); call ref_send(u, next); call ref_wait(u, v)
    deallocate (u)
    call move_alloc(v, u)
    allocate (w(k, 3), p(2*k))
    p = k
    w = reshape(u(1:3*k), [k, 3])
    !$mdmp recv(p(2:2*k:2), prev)
    !$mdmp send(w(:, 2), next)
    !ref call ref_recv(p(2:2*k:2), prev); call ref_send(w(:, 2), next); call ref_wait(p, w)
    deallocate (w)
    total = total + sum(p) + u(k)
    deallocate (p, u)
    u = [real(8) :: rank, k]                ! allocation on assignment
    u = [u, total]
    !$mdmp recv(total, prev)
    !$mdmp send(u(size(u)), next)
    !ref call ref_recv(total, prev); call ref_send(u(size(u)), next); call ref_wait(total, u)
    deallocate (u)
  end do
  !$mdmp end commregion
  call report('total', transfer(total, bytes))
  call MPI_Finalize(ierr)
end program dealloc
