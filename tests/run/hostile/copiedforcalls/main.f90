! run: with types.f90
! Arguments of assumed shape that a compiler copies: components of all elements, pointers to them, parts of complex numbers.
program copied
  use mpi
  use types
  implicit none
  integer, parameter :: n = 2000
  type(cell), target :: t(n), u(n)
  type(base) :: b(n)
  complex(8) :: z(n)
  real(8), pointer :: p(:), q(:)
  real(8) :: s, t0
  integer :: ierr, np, it, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  do i = 1, n
    t(i) = cell(i + me, 2*i, i); u(i) = t(i)
    z(i) = cmplx(i, me, 8); b(i)%x = i + me
  end do
  s = 0
  p => t%y
  q => u%x
  !$mdmp commregion
  do it = 1, 8
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    call ring(t%x)
    call use_it(t%x, s)
    call ring(p)
    call use_it(p, s)
    call ring(z%im)
    call use_it(z%re, s)
    call use_it(z%im, s)
    call passes(b, s)
  end do
  !$mdmp end commregion
  !$mdmp commregion
  do it = 1, 8
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    !$mdmp send(u(2:2)%x, west)
    !$mdmp recv(u(n:n)%x, east)
    !$mdmp send(u(2:n-1)%y, east) tag(1)
    !$mdmp recv(t(2:n-1)%x, west) tag(1)
    call use_it(u%x, s)
    call use_it(t%x, s)
    !$mdmp send(z(2:n-1)%re, west)
    !$mdmp recv(z(2:n-1)%im, east)
    call use_it(z%im, s)
    !$mdmp send(t(1:n-1)%x, west)
    !$mdmp recv(t(2:n)%y, east)
    call use_it(p, s)
  end do
  !$mdmp end commregion
  print '(i0, 9(1x, z16.16))', me, s, sum(t%x), sum(t%y), sum(real(z)), sum(aimag(z)), sum(b%x), sum(u%x)
  call MPI_Finalize(ierr)
end program
