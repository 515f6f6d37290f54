! Every intrinsic type and kind, and derived types: sequence types, nested ones,
! arrays of them and single components across an array of them.
module kinds
  implicit none
  type :: point
    real(8) :: x(3)
    integer :: id
    character(len=3) :: tag
  end type point
  type :: cell
    type(point) :: corner(2)
    complex(4) :: z
    logical(1) :: wet
  end type cell
  type :: raw
    sequence
    integer :: i
    real :: r
  end type raw
end module kinds

program types
  use mpi
  use support
  use kinds
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer(1) :: i1(9)
  integer(2) :: i2(9)
  integer(8) :: i8(9)
  real(4) :: r4(9)
  real(10) :: r10(9)
  real(16) :: r16(9)
  complex(4) :: c4(9)
  complex(8) :: c8(9)
  complex(16) :: c16(9)
  logical :: l4(9)
  logical(1) :: l1(9)
  character :: s1(9)
  character(len=11) :: s11(3, 3), word
  type(point) :: p(9)
  type(cell) :: q(3, 3)
  type(raw) :: r(9)
  real(8) :: px(9, 2)
  integer :: ids(9)
  character(len=3) :: names(9)
  complex(4) :: qz(3, 3)
  logical(1) :: wet(3, 3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  do k = 1, 9
    i1(k) = int(k + 10*rank, 1)
    i2(k) = int(1000*k + rank, 2)
    i8(k) = 10_8**(k + rank)
    r4(k) = sqrt(real(k + rank))
    r10(k) = sqrt(real(k + rank, 10))
    r16(k) = sqrt(real(k + rank, 16))
    c4(k) = cmplx(k, rank)
    c8(k) = cmplx(r4(k), -k, 8)
    c16(k) = cmplx(r16(k), -r16(k), 16)
    l4(k) = mod(k + rank, 3) == 0
    l1(k) = mod(k + rank, 2) == 0
    s1(k) = achar(64 + k + 5*rank)
    s11((k + 2)/3, mod(k, 3) + 1) = repeat(s1(k), k)
    p(k)%x = [k, 2*k, 3*k]/real(rank + 7, 8)
    p(k)%id = 10*rank + k
    p(k)%tag = repeat(s1(k), 3)
    r(k) = raw(k - rank, 0.1*k)
  end do
  do k = 0, 8
    q(k/3 + 1, mod(k, 3) + 1) = cell([p(k + 1), p(9 - k)], c4(k + 1), l1(k + 1))
  end do
  word = 'hello world'
  !$mdmp commregion types
  do k = 1, 3
    !$mdmp recv(i1(1:3), prev)
    !$mdmp recv(i2(1:5:2), prev)
    !$mdmp recv(i8(3:1:-1), prev)
    !$mdmp recv(r4(1), prev)
    !$mdmp recv(r10(1:2), prev)
    !$mdmp recv(r16(1:2), prev)
    !$mdmp send(i1(4:9:2), next)
    !$mdmp send(i2(6:8), next)
    !$mdmp send(i8(7:9), next)
    !$mdmp send(r4(8), next)
    !$mdmp send(r10(8:9), next)
    !$mdmp send(r16(8:9), next)
    !ref call ref_recv(i1(1:3), prev); call ref_recv(i2(1:5:2), prev); call ref_recv(i8(3:1:-1), prev)
    !ref call ref_recv(r4(1), prev); call ref_recv(r10(1:2), prev); call ref_recv(r16(1:2), prev)
    !ref call ref_send(i1(4:9:2), next); call ref_send(i2(6:8), next); call ref_send(i8(7:9), next)
    !ref call ref_send(r4(8), next); call ref_send(r10(8:9), next); call ref_send(r16(8:9), next)
    !ref call ref_wait(i1, i2, i8, r4, r10, r16)
    i1 = cshift(i1, 1); i2 = cshift(i2, 1); i8 = cshift(i8, 1)
    r4 = cshift(r4, 1); r10 = cshift(r10, 1); r16 = cshift(r16, 1)
    !$mdmp recv(c4(1:3), prev)
    !$mdmp recv(c8(1:3), prev)
    !$mdmp recv(c16(1:1), prev)
    !$mdmp recv(l4(1:4), prev)
    !$mdmp recv(l1(1:7:3), prev)
    !$mdmp send(c4(7:9), next)
    !$mdmp send(c8(9:7:-1), next)
    !$mdmp send(c16(9), next)
    !$mdmp send(l4(5:8), next)
    !$mdmp send(l1(2:8:3), next)
    !ref call ref_recv(c4(1:3), prev); call ref_recv(c8(1:3), prev); call ref_recv(c16(1:1), prev)
    !ref call ref_recv(l4(1:4), prev); call ref_recv(l1(1:7:3), prev)
    !ref call ref_send(c4(7:9), next); call ref_send(c8(9:7:-1), next); call ref_send(c16(9), next)
    !ref call ref_send(l4(5:8), next); call ref_send(l1(2:8:3), next); call ref_wait(c4, c8, c16, l4, l1)
    c4 = cshift(c4, 2)*(1, 1)
    !$mdmp recv(s1(1:2), prev)
    !$mdmp recv(s11(1, 1:2), prev)
    !$mdmp recv(s11(2, 2:3)(2:5), prev)
    !$mdmp recv(word(1:4), prev)
    !$mdmp send(s1(8:9), next)
    !$mdmp send(s11(3, 2:3), next)
    !$mdmp send(s11(1:2, 3)(6:9), next)
    !$mdmp send(word(k + 4:k + 7), next)
    !ref block; character(4) :: t(2), g(2), w, v; t = s11(1:2, 3)(6:9); w = word(k + 4:k + 7)
    !ref call ref_recv(s1(1:2), prev); call ref_recv(s11(1, 1:2), prev); call ref_recv(g, prev); call ref_recv(v, prev)
    !ref call ref_send(s1(8:9), next); call ref_send(s11(3, 2:3), next)
    !ref call ref_send(t, next); call ref_send(w, next)
    !ref call ref_wait(s1, s11, g, v); s11(2, 2:3)(2:5) = g; word(1:4) = v; end block
    !$mdmp recv(p(1:3), prev)
    !$mdmp recv(p(4:6)%id, prev)
    !$mdmp recv(p(4:6)%x(2), prev)
    !$mdmp recv(q(2:3, 1), prev)
    !$mdmp recv(q(1, 2:3)%corner(2)%id, prev)
    !$mdmp recv(r(2:8:2), prev)
    !$mdmp send(p(7:9), next)
    !$mdmp send(p(7:9)%id, next)
    !$mdmp send(p(9)%x, next)
    !$mdmp send(q(2, 2:3), next)
    !$mdmp send(q(3, 2:3)%corner(1)%id, next)
    !$mdmp send(r(1:7:2), next)
    !ref call ref_recv(p(1:3), prev); call ref_recv(p(4:6)%id, prev); call ref_recv(p(4:6)%x(2), prev)
    !ref call ref_recv(q(2:3, 1), prev); call ref_recv(q(1, 2:3)%corner(2)%id, prev); call ref_recv(r(2:8:2), prev)
    !ref call ref_send(p(7:9), next); call ref_send(p(7:9)%id, next); call ref_send(p(9)%x, next)
    !ref call ref_send(q(2, 2:3), next); call ref_send(q(3, 2:3)%corner(1)%id, next); call ref_send(r(1:7:2), next)
    !ref call ref_wait(p, q, r)
    p = cshift(p, 2)
  end do
  !$mdmp end commregion
  call report('integers', [transfer(i1, bytes), transfer(i2, bytes), transfer(i8, bytes)])
  call report('r4', transfer(r4, bytes))
  write (word, '(f11.8)') sum(r10)
  call report('r10', transfer(word, bytes))
  call report('r16', transfer(r16, bytes))
  call report('complex', [transfer(c4, bytes), transfer(c8, bytes), transfer(c16, bytes)])
  call report('logical', [transfer(l4, bytes), transfer(l1, bytes)])
  call report('strings', [transfer(s1, bytes), transfer(s11, bytes)])
  ! Components are copied first: gfortran 12 transfers too many bytes of them.
  do k = 1, 9
    px(k, :) = p(k)%x(1:2)
  end do
  ids = p%id
  names = p%tag
  call report('points', [transfer(px, bytes), transfer(ids, bytes), transfer(names, bytes)])
  qz = q%z
  wet = q%wet
  ids = reshape(q%corner(1)%id, [9])
  names = reshape(q%corner(2)%tag, [9])
  call report('cells', [transfer(ids, bytes), transfer(names, bytes), transfer(qz, bytes), transfer(wet, bytes)])
  call report('raw', transfer(r, bytes))
  call MPI_Finalize(ierr)
end program types
