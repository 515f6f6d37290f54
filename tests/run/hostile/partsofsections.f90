! Sections of all shapes: parts of complex numbers, substrings, negative strides, none, the same twice, overlapping sends.
program partsofsections
  use mpi
  implicit none
  integer, parameter :: n = 900
  type inner
    integer(1) :: a
    real(8) :: b
    character(3) :: c(4)
  end type
  type outer
    complex :: z(3)
    type(inner) :: x(2)
  end type
  complex(8) :: z(n), w(n)
  character(7) :: c(n), d(n)
  real(8) :: u(n), v(n), g(6, n)
  type(outer) :: t(n), q(n)
  logical(1) :: l(n)
  integer :: ierr, me, np, west, east, it, i, lo, st, cnt
  integer(8) :: h
  real(8), pointer :: p(:)
  real(8), target :: pt(3*n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  do i = 1, n
    z(i) = cmplx(i + me*1000, -i, 8); w(i) = 0
    write (c(i), '(i7.7)') i*13 + me*100000
    d(i) = '-------'
    u(i) = i + me; v(i) = -1; g(:, i) = [1, 2, 3, 4, 5, 6]*i + me
    t(i)%z = cmplx(i, me); t(i)%x(1) = inner(mod(i, 100), i*2d0, 'abc'); t(i)%x(2) = inner(3, i*me, 'xyz')
    q(i) = t(i)
    l(i) = mod(i, 3 + me) == 0
    pt(3*i-2:3*i) = [1, 2, 3]*i + me
  end do
  h = 0
  !$mdmp commregion
  do it = 1, 10
    do i = 1, n
      z(i)%re = z(i)%re + it
      z(i)%im = z(i)%im - 2*it
    end do
    !$mdmp send(z%re, east)
    !$mdmp recv(w%im, west)
    !$mdmp send(z(n:1:-1)%im, east) tag(2)
    !$mdmp recv(w(:)%re, west) tag(2)
    do i = 1, n
      if (w(i)%re /= -(n+1-i) - it*(it+1)) print *, 'wrong re', i, it, w(i)
      if (w(i)%im /= i + west*1000 + it*(it+1)/2) print *, 'wrong im', i, it, w(i)
    end do
    ! substrings
    !$mdmp send(c(:)(2:3+mod(it,2)), west) tag(3)
    !$mdmp recv(d(:)(4:5+mod(it,2)), east) tag(3)
    !$mdmp send(c(5)(7:7), west) tag(4)
    !$mdmp recv(d(n)(1:1), east) tag(4)
    do i = 1, n
      h = h*31 + ichar(d(i)(4:4)) + 7*ichar(d(i)(6:6)) + ichar(d(i)(1:1))
    end do
    c(it)(3:3) = 'x'
    ! negative strides, none
    lo = 1 + mod(it, 4); st = -1 - mod(it, 3)
    cnt = (lo - n + st)/st
    !$mdmp send(u(n:lo:st), west) tag(5)
    !$mdmp recv(v(1:cnt), east) tag(5)
    !$mdmp send(u(5:4), west) tag(6)
    !$mdmp recv(v(4:5:-1), east) tag(6)
    !$mdmp send(u(1:0), west) tag(7)
    !$mdmp recv(v(n:n+5:-1), east) tag(7)
    do i = 1, n
      u(i) = u(i) + 0.5d0*v(i)
    end do
    ! overlapping sends, the same twice, next to each other
    !$mdmp send(u(1:20), east) tag(8)
    !$mdmp send(u(1:20), east) tag(8)
    !$mdmp send(u(10:30), east) tag(8)
    !$mdmp send(u, west) tag(8)
    !$mdmp recv(v(1:20), west) tag(8)
    !$mdmp recv(v(21:40), west) tag(8)
    !$mdmp recv(v(41:61), west) tag(8)
    !$mdmp recv(g(2, :), east) tag(8)
    do i = 1, n
      u(i) = 0.25d0*u(i) + 0.5d0*v(i) + g(2, i)
      g(1, i) = g(2, i) + g(3, i)
    end do
    !$mdmp send(g(5:1:-2, n:1:-1), east) tag(9)
    !$mdmp recv(g(2:6:2, :), west) tag(9)
    h = h + int(sum(g), 8)
    !$mdmp send(t%z(2), east)
    !$mdmp recv(q%z(1), west)
    !$mdmp send(t(8:n)%x(1)%c(3), east)
    !$mdmp recv(q(n:8:-1)%x(2)%c(1), west)
    !$mdmp send(t(3)%x, east)
    !$mdmp recv(q(7)%x, west)
    !$mdmp send(t(1:n:7)%x(2)%a, east)
    !$mdmp recv(q(1:n:7)%x(1)%a, west)
    !$mdmp send(l(2::2), east) tag(11)
    !$mdmp recv(l(1:n-1:2), west) tag(11)
    do i = 1, n
      h = h*3 + int(real(q(i)%z(1)) + q(i)%x(1)%a + ichar(q(i)%x(2)%c(1)(1:1)) + q(i)%x(2)%b) + merge(1, 0, l(i))
      t(i)%z(2) = t(i)%z(2) + 1
      t(i)%x(1)%c(3) = achar(65 + mod(i + it, 26))
    end do
    ! first element and count of a strided and a turned pointer
    p => pt(1:3*n:3)
    !$mdmp send(p(2), 10, east) tag(12)
    !$mdmp recv(p(20), 10, west) tag(12)
    p => pt(3*n:1:-2)
    !$mdmp send(p(2), 10, east) tag(12)
    !$mdmp recv(p(20), 10, west) tag(12)
    h = h + int(sum(pt), 8)
    pt(1:9) = pt(1:9) + it
  end do
  !$mdmp end commregion
  print '(i0, 1x, i0, 9(1x, z16.16))', me, h, sum(u), sum(v), sum(g), sum(pt), sum(real(w)), sum(aimag(w))
  call MPI_Finalize(ierr)
end program
