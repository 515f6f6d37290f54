! Several sections in one message: of different shapes, strides and types, with
! scalars among them; one on this side may meet several on the other.
program multi
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  real(8) :: u(9, 9), v(9, 9), w(27), a(9, 9), b(9, 9)
  integer :: i4(6), got(7), one
  complex(4) :: c(3), c2(3)
  logical :: flag, flag2
  character(len=5) :: name, name2
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(rank + k/9d0, k=1, 81)], [9, 9])
  v = -2*u
  w = 0
  a = 0
  b = 0
  i4 = [1, 2, 3, 4, 5, 6]*(rank + 1)
  c = (1.0, -1.0)*rank
  flag = mod(rank, 2) == 0
  name = 'rank'//achar(48 + rank)
  got = -1
  one = -1
  !$mdmp commregion
  do k = 1, 5
    !$mdmp recv([a(:, 1), b(1, :), a(2:9:3, 3)], prev)
    !$mdmp recv([a(:, 9), b(9, :), a(8:2:-3, 4)], next)
    !$mdmp send([u(:, 8), v(8, :), u(1:7:3, 7)], next)
    !$mdmp send([u(:, 2), v(2, :), v(1:7:3, 7)], prev)
    !ref call ref_recv(a(:, 1), prev); call ref_recv(b(1, :), prev); call ref_recv(a(2:9:3, 3), prev)
    !ref call ref_recv(a(:, 9), next); call ref_recv(b(9, :), next); call ref_recv(a(8:2:-3, 4), next)
    !ref call ref_send(u(:, 8), next); call ref_send(v(8, :), next); call ref_send(u(1:7:3, 7), next)
    !ref call ref_send(u(:, 2), prev); call ref_send(v(2, :), prev); call ref_send(v(1:7:3, 7), prev)
    !ref call ref_wait(a, b)
    u(2:8, 2:8) = u(1:7, 2:8) + v(3:9, 2:8)/3 + a(2:8, 3:9) - b(3:9, 1:7)
    !$mdmp recv([got(1:3), one, got(7:5:-1)], prev) tag(7)
    !$mdmp recv(w, prev)
    !$mdmp send((/ i4(4:6), i4(k), i4(1:3) /), next) tag(7)
    !$mdmp send([u(:, 4), v(5, :), v(:, 5)], next)
    !ref block; integer :: m(7), g(7); m = [i4(4:6), i4(k), i4(1:3)]; call ref_recv(g, prev, 7); call ref_send(m, next, 7)
    !ref call ref_recv(w(1:9), prev); call ref_recv(w(10:18), prev); call ref_recv(w(19:27), prev)
    !ref call ref_send(u(:, 4), next); call ref_send(v(5, :), next); call ref_send(v(:, 5), next)
    !ref call ref_wait(w, g); got(1:3) = g(1:3); one = g(4); got(7:5:-1) = g(5:7); end block
    v(4, 4) = w(9) + one
    i4 = i4 + got(2:7)
    !$mdmp send([c(2:3), c(1)], next)
    !$mdmp send([flag], next)
    !$mdmp send([name], next) tag(2)
    !$mdmp recv([name2], prev) tag(2)
    !$mdmp recv([c2], prev)
    !$mdmp recv([flag2], prev)
    !ref block; complex(4) :: d(3); d = [c(2:3), c(1)]
    !ref call ref_recv(c2, prev); call ref_recv(flag2, prev); call ref_recv(name2, prev, 2)
    !ref call ref_send(d, next); call ref_send(flag, next); call ref_send(name, next, 2)
    !ref call ref_wait(c2, flag2, name2); end block
    c = c2*2 + c(3)
    flag = flag .neqv. flag2
    name = name2(5:5)//name(1:4)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('w', transfer(w, bytes))
  call report('i4', transfer(i4, bytes))
  call report('c', transfer(c, bytes))
  call report('flag', transfer(flag, bytes))
  call report('name', transfer(name, bytes))
  call MPI_Finalize(ierr)
end program multi
