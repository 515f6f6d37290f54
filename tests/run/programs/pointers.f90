! Pointers to contiguous, strided and reversed targets, swapped between
! exchanges; pointer components; a pointer that is bound anew after a receive.
program pointers
  use mpi
  use support
  !ref use ref
  implicit none
  type :: field
    real(8), pointer :: u(:, :) => null()
    type(field), pointer :: next => null()
  end type field
  integer :: rank, n, prev, right, k, ierr
  real(8), target :: x(40), y(40)
  real(8), pointer :: p(:), q(:), t(:), m(:, :)
  type(field), pointer :: head
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  right = modulo(rank + 1, n)
  x = [(k + 0.25d0*rank, k=1, 40)]
  y = -x
  allocate (head)
  allocate (head%u(5, 4), head%next)
  allocate (head%next%u(0:4, -1:2))
  head%u = rank
  head%next%u = -rank
  p => x(1:39:2)
  q => y(40:1:-2)
  !$mdmp commregion
  do k = 1, 6
    !$mdmp recv(p, prev)
    !$mdmp send(q, right)
    !ref call ref_recv(p, prev); call ref_send(q, right); call ref_wait(x, y)
    t => p
    p => q
    q => t
    !$mdmp recv(q(3:20:3), prev)
    !$mdmp send(p(20:3:-3), right)
    !ref call ref_recv(q(3:20:3), prev); call ref_send(p(20:3:-3), right); call ref_wait(x, y)
    q => x(k:k + 19)
    m(1:5, 1:4) => y(k:k + 19)
    !$mdmp recv(m(2, :), prev)
    !$mdmp send(q(1:4), right)
    !ref call ref_recv(m(2, :), prev); call ref_send(q(1:4), right); call ref_wait(x, y)
    head%u(1, 1) = head%u(1, 1) + k
    !$mdmp recv(head%next%u(:, -1), prev)
    !$mdmp recv(head%u(5, 2:), prev)
    !$mdmp send(head%u(:, 1), right)
    !$mdmp send(head%next%u(0, 0:), right)
    !ref call ref_recv(head%next%u(:, -1), prev); call ref_recv(head%u(5, 2:), prev)
    !ref call ref_send(head%u(:, 1), right); call ref_send(head%next%u(0, 0:), right)
    !ref call ref_wait(head%u, head%next%u)
    x(k) = x(k) + head%u(5, 2) + head%next%u(1, -1)
    p => x(1:39:2)
    q => y(40:1:-2)
  end do
  !$mdmp end commregion
  call report('x', transfer(x, bytes))
  call report('y', transfer(y, bytes))
  call report('u', transfer(head%u, bytes))
  call report('next', transfer(head%next%u, bytes))
  call MPI_Finalize(ierr)
end program pointers
