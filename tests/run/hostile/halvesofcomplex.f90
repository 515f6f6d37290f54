! Real and imaginary parts of complex arrays of all sorts: allocatable, pointers, components, through lists. gfortran 12 hands over other
! addresses for some of them, and moves that of an allocatable array, if they are passed as they are.
program halvesofcomplex
  use mpi
  implicit none
  integer, parameter :: n = 4, m = 3
  type t
    complex(8) :: c(3)
    complex(8), allocatable :: d(:)
  end type
  complex(8) :: zz(n, 0:m+1), w(2, 0:m+1)
  complex(8), allocatable, target :: q(:,:)
  complex(8), pointer :: p(:,:)
  type(t) :: a(4)
  type(t), allocatable :: b(:)
  integer :: ierr, np, west, east, me, i, j, list(3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  allocate (q(n, 0:m+1), b(2))
  do j = 0, m + 1
    do i = 1, n
      zz(i, j) = cmplx(i + 10*j + 100*me, -(i + 10*j + 100*me), 8)
    end do
  end do
  q = zz; w = 0
  p => q(1:n:2, :)
  do i = 1, 2
    b(i)%c = cmplx(i + 100*me, -i, 8); allocate (b(i)%d(5)); b(i)%d = cmplx(10*i + 100*me, -i, 8)
  end do
  do i = 1, 4
    a(i)%c = cmplx(i + 100*me, 7*i, 8)
  end do
  list = [3, 1, 4]
  !$mdmp send(zz(:,1)%im, west)
  !$mdmp recv(zz(:,m+1)%re, east)
  !$mdmp send(q(:,m)%im, east) tag(1)
  !$mdmp recv(q(:,0)%re, west) tag(1)
  !$mdmp send(p%im, east) tag(2)
  !$mdmp recv(a%c(2)%re, west) tag(3)
  !$mdmp send(b(2)%c%im, west) tag(4)
  !$mdmp recv(b(1)%c(:)%re, east) tag(4)
  !$mdmp send(b(2)%d(2:5)%re, west) tag(3)
  !$mdmp recv(b(1)%d(1:4)%im, east) tag(5)
  !$mdmp recv(w%re, west) tag(2)
  !$mdmp recv(w(:,0:m-1)%im, west) tag(7)
  !$mdmp send(zz(1:2,0:m-1)%re, east) tag(7)
  !$mdmp send(a%c(1)%im, west) tag(5)
  !$mdmp send(b%c(1)%im, west) tag(6)
  !$mdmp recv(a(3)%c(1:2)%im, east) tag(6)
  print '(i0, a, *(1x,f6.0))', me, 'a', zz, q, w
  do i = 1, 4
    print '(i0, i0, *(1x,f6.0))', me, i, a(i)%c
  end do
  print '(i0, a, *(1x,f6.0))', me, 'b', b(1)%c, b(2)%c, b(1)%d, b(2)%d
  !$mdmp send(q%im, east)
  !$mdmp recv(zz%re, west)
  !$mdmp send(q(2,:)%im, east)
  !$mdmp recv(q(1,m+1:0:-1)%re, west)
  print '(i0, a, *(1x,f6.0))', me, 'c', zz, q
  !$mdmp send(q(list,2)%im, east)
  !$mdmp recv(q(list,3)%re, west)
  !$mdmp send(b(2)%d(list)%im, east)
  !$mdmp recv(b(1)%d(list)%re, west)
  print '(i0, a, *(1x,f6.0))', me, 'd', q, b(1)%d
  call MPI_Finalize(ierr)
end program
