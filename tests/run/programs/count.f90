! First element and count, in array element order: over column ends, in
! allocatables, pointers, dummies of all kinds (strided ones too), commons,
! components; counts that are expressions.
module fields
  implicit none
  integer :: held(4, 6)
  type :: box
    integer, allocatable :: a(:, :)
    integer :: f(3, 3)
  end type box
end module fields

program count
  use mpi
  use support
  use fields
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer :: u(5, 8), v(3, 3, 3)
  integer, allocatable :: w(:, :)
  integer, target :: big(10, 10)
  integer, pointer :: p(:, :)
  type(box) :: b(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(100*rank + k, k=1, 40)], [5, 8])
  v = reshape([(200*rank + k, k=1, 27)], [3, 3, 3])
  allocate (w(0:4, -1:3))
  w = reshape([(300*rank + k, k=1, 25)], [5, 5])
  big = reshape([(400*rank + k, k=1, 100)], [10, 10])
  held = reshape([(500*rank + k, k=1, 24)], [4, 6])
  allocate (b(2)%a(4, 4))
  b(2)%a = rank
  b(2)%f = -rank
  p => big(1:10:3, 10:1:-2)                   ! 4 x 5
  !$mdmp commregion
  do k = 1, 4
    !$mdmp recv(u(4, 1), 7, prev)
    !$mdmp send(u(2, 5), k + 7 - k, next)
    !ref call ref_recv_n(u(4, 1), 7_8, prev); call ref_send_n(u(2, 5), 7_8, next); call ref_wait(u)
    u(1, 1) = u(4, 1) + u(5, 2)
    !$mdmp recv(v(2, 3, 1), 2*k, prev)
    !$mdmp send(w(1, 0), 2*k, next)
    !ref call ref_recv_n(v(2, 3, 1), 2_8*k, prev); call ref_send_n(w(1, 0), 2_8*k, next); call ref_wait(v, w)
    !$mdmp recv(w(0, -1), size(w, 1), prev)
    !$mdmp send(held(3, 2), size(w, 1), next)
    !ref call ref_recv_n(w(0, -1), 5_8, prev); call ref_send_n(held(3, 2), 5_8, next); call ref_wait(w, held)
    !$mdmp recv(b(2)%a(2, 1), 6, prev)
    !$mdmp send(b(2)%f(1, 2), 6, next)
    !ref call ref_recv_n(b(2)%a(2, 1), 6_8, prev); call ref_send_n(b(2)%f(1, 2), 6_8, next); call ref_wait(b(2)%a, b(2)%f)
    b(2)%f(3, 3) = b(2)%a(3, 2) + k
    !$mdmp recv(p(3, 1), 6, prev)
    !$mdmp send(p(2, 3), 6, next)
    !ref call ref_recv(p(3:4, 1), prev); call ref_recv(p(:, 2), prev)
    !ref call ref_send(p(2:3, 3), next); block; integer :: q(4); q = [p(4, 3), p(1, 4), p(2, 4), p(3, 4)]
    !ref call ref_send(q, next); call ref_wait(big); end block
    call shapes(big(2:9:2, 1:9:3), w, 25)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('w', transfer(w, bytes))
  call report('big', transfer(big, bytes))
  call report('held', transfer(held, bytes))
  call report('a', transfer(b(2)%a, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine shapes(s, flat, m)
    integer, intent(inout) :: s(0:, 0:)        ! strided actual: 4 x 3
    integer, intent(in) :: m
    integer, intent(inout) :: flat(*)
    integer :: q(3)
    q = [s(3, 0), s(0, 1), s(1, 1)]
    !$mdmp recv(flat(m - 4), 3, prev)
    !$mdmp send(s(3, 0), 3, next)
    !ref call ref_recv_n(flat(m - 4), 3_8, prev); call ref_send(q, next); call ref_wait(flat(1:m))
    q = 0
    !$mdmp recv(s(2, 1), 3, prev)
    !$mdmp send(flat(2), 3, next)
    !ref call ref_recv(q, prev); call ref_send_n(flat(2), 3_8, next); call ref_wait(q); s(2:3, 1) = q(1:2); s(0, 2) = q(3)
    flat(1) = flat(1) + s(0, 2)
  end subroutine shapes
end program count
