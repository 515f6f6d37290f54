! Parts of complex arrays, components of arrays of structures in structures,
! sections of them, and their scalars.
program parts
  use mpi
  use support
  !ref use ref
  implicit none
  type :: inner
    real(4) :: x, y
  end type inner
  type :: outer
    type(inner) :: p(4)
    integer :: id
    complex(8) :: z(2)
  end type outer
  integer :: rank, n, prev, next, k, i, ierr
  complex(8) :: c(8)
  type(outer) :: o(3), other
  real(4) :: x(12)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  c = [(cmplx(k + rank, -k, 8), k=1, 8)]
  do k = 1, 3
    o(k)%id = 10*rank + k
    o(k)%z = c(k:k + 1)
    do i = 1, 4
      o(k)%p(i) = inner(k + i/4.0, rank)
    end do
  end do
  other = o(1)
  !$mdmp commregion
  do k = 1, 3
    !$mdmp recv(c(1:2)%re, prev)
    !$mdmp recv(c(5:8:3)%im, prev)
    !$mdmp send(c(3:4)%im, next)
    !$mdmp send(c(6:7)%re, next)
    !ref block; real(8) :: f(2), g(2), v(2), w(2); v = aimag(c(3:4)); w = real(c(6:7), 8)
    !ref call ref_recv(f, prev); call ref_recv(g, prev); call ref_send(v, next); call ref_send(w, next); call ref_wait(f, g)
    !ref c(1:2)%re = f; c(5:8:3)%im = g; end block
    c = c*(0.5d0, 0.5d0)
    !$mdmp recv(o(1)%p(2:4:2)%y, prev)
    !$mdmp recv(o(1)%p(1:3:2)%x, prev)
    !$mdmp recv(o(2), prev)
    !$mdmp recv(other%z(1)%im, prev)
    !$mdmp recv(other%p%x, prev)
    !$mdmp send(o(3)%p(3:4)%x, next)
    !$mdmp send(o%p(3)%y, next) if(.false.)
    !$mdmp send(other%p(2:3)%y, next)
    !$mdmp send(o(3), next)
    !$mdmp send(other%z(2)%re, next)
    !$mdmp send(o(3)%p%y, next)
    !ref block; real(4) :: f(2), g(2), v(2), w(2), q(4), r(4); real(8) :: d, e; type(outer) :: s, t
    !ref v = o(3)%p(3:4)%x; w = other%p(2:3)%y; s = o(3); d = other%z(2)%re; q = o(3)%p%y
    !ref call ref_recv(f, prev); call ref_recv(g, prev); call ref_recv(t, prev); call ref_recv(e, prev); call ref_recv(r, prev)
    !ref call ref_send(v, next); call ref_send(w, next); call ref_send(s, next); call ref_send(d, next); call ref_send(q, next)
    !ref call ref_wait(f, g, t, e, r); o(1)%p(2:4:2)%y = f; o(1)%p(1:3:2)%x = g; o(2) = t
    !ref other%z(1)%im = e; other%p%x = r; end block
    o(1)%id = o(2)%id
    o(3)%p(2)%x = o(1)%p(4)%y
  end do
  !$mdmp end commregion
  call report('c', transfer(c, bytes))
  do k = 1, 3
    x = [o(k)%p%x, o(k)%p%y, other%p%x]
    call report('x', transfer(x, bytes))
    call report('z', transfer([o(k)%z, other%z], bytes))
    call report('id', transfer(o(k)%id, bytes))
  end do
  call MPI_Finalize(ierr)
end program parts
