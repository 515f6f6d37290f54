! Characters of deferred length: allocatable and pointer, scalars, whole arrays,
! elements, substrings, elements and a count, components, sections (whose address
! gfortran 12 hands over wrongly).
program deferred
  use mpi
  use support
  !ref use ref
  implicit none
  type :: line
    character(len=:), allocatable :: word(:)
  end type line
  integer :: rank, n, prev, next, k, ierr
  character(len=:), allocatable :: a(:), b(:), s, r
  character(len=:), pointer :: p(:)
  type(line) :: x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (character(len=6) :: a(5), b(5), p(5), x%word(5))
  s = 'scalar'//achar(48 + rank)
  r = '.......'
  do k = 1, 5
    a(k) = achar(64 + k)//repeat(achar(48 + rank), k)
  end do
  b = '------'
  p = '======'
  x%word = a
  !$mdmp commregion
  do k = 1, 3
    !$mdmp recv(b, prev)
    !$mdmp recv(r, prev)
    !$mdmp send(a, next)
    !$mdmp send(s, next)
    !ref call ref_recv(b, prev); call ref_recv(r, prev); call ref_send(a, next); call ref_send(s, next); call ref_wait(b, r)
    a(5) = b(1)
    !$mdmp recv(b(1), 2, prev)
    !$mdmp recv(p(2), 2, prev)
    !$mdmp recv(x%word(1), prev)
    !$mdmp recv(b(5)(2:3), prev)
    !$mdmp send(a(4), 2, next)
    !$mdmp send(x%word(3), 2, next)
    !$mdmp send(p(5), next)
    !$mdmp send(s(2:3), next)
    !ref block; character(6) :: g(2), h(2), w, t(2), u(2); character(2) :: v; t = a(4:5); u = x%word(3:4)
    !ref call ref_recv(g, prev); call ref_recv(h, prev); call ref_recv(w, prev); call ref_recv(v, prev)
    !ref call ref_send(t, next); call ref_send(u, next); call ref_send(p(5), next); call ref_send(s(2:3), next)
    !ref call ref_wait(g, h, w, v); b(1:2) = g; p(2:3) = h; x%word(1) = w; b(5)(2:3) = v; end block
    a(1)(1:1) = 'z'
    !$mdmp recv(b(1:2), prev)
    !$mdmp recv(p(2:4:2), prev)
    !$mdmp recv(x%word(2:4)(2:4), prev) if(k > 1)
    !$mdmp send(a(4:5), next)
    !$mdmp send(x%word(1:5:4), next)
    !$mdmp send(p(5:1:-2)(1:3), next) if(k > 1)
    !ref block; character(6) :: g(2), h(2), t(2), u(2); character(3) :: e(3), f(3); t = a(4:5)
    !ref u = x%word(1:5:4); e = p(5:1:-2)(1:3)
    !ref call ref_recv(g, prev); call ref_recv(h, prev); if (k > 1) call ref_recv(f, prev); call ref_send(t, next)
    !ref call ref_send(u, next); if (k > 1) call ref_send(e, next); call ref_wait(g, h, f)
    !ref b(1:2) = g; p(2:4:2) = h; if (k > 1) x%word(2:4)(2:4) = f; end block
    s(2:3) = b(5)(3:3)//'x'
  end do
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('r', transfer(r, bytes))
  call report('p', transfer(p, bytes))
  call report('x', transfer(x%word, bytes))
  call MPI_Finalize(ierr)
end program deferred
