! Parts of elements of complex arrays, in array statements and nests; inquiries about kinds; constants of all sorts.
program partsofcomplex
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 16
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), s, t0
  complex(8) :: z(4, 4), zz(n, 0:m+1), y(6)
  type pair
    complex(8) :: z(2,2)
  end type
  type(pair) :: p(3)
  complex(8), allocatable :: q(:,:)
  integer :: ierr, np, it, west, east, me, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me + 1; v = 0; s = 0; z = (1d0, 2d0); zz = (3d0, 4d0); y = (0.5d0, 0.25d0)
  do i = 1, 3
    p(i)%z = cmplx(i, -i, 8)
  end do
  allocate (q(n, 0:m+1)); q = (1d0, 1d0)
  !$mdmp commregion
  do it = 1, 8
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    v(:, 1:m) = 0.5d0*u(:, 0:m-1) + z(1, 2)%re*u(:, 2:m+1) + p(2)%z(1, 1)%im
    u(:, 1:m) = v(:, 1:m)*y(3)%im + z(2, 2)%im*0.01d0
    z(1, 2)%re = u(3, 0)*0.001d0
    p(2)%z(1, 1)%im = u(4, m+1)*0.001d0
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    where (u(:, 2:m+1) > z(3, 3)%re) u(:, 1:m) = u(:, 2:m+1)*0.5d0 + z(3, 4)%im
    zz(:, 1:m)%re = u(:, 2:m+1)
    q%im = u
    do j = 1, m
      do i = 1, n
        zz(i, j)%im = u(i, j)*z(mod(i, 4) + 1, 2)%re + zz(i, j)%re
      end do
    end do
    !$mdmp send(zz(:,1)%im, west)
    !$mdmp recv(zz(:,m+1)%re, east)
    !$mdmp send(q(:,m)%im, east)
    !$mdmp recv(q(:,0)%re, west)
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j)*0.5d0 + zz(i, j+1)%re*0.125d0 + q(i, j-1)%re*0.0625d0 + zz%kind + u%kind
      end do
    end do
    s = s + sum(zz(:, m+1)%re) + sum(q(:, 0)%re)
  end do
  !$mdmp end commregion
  print '(i0, 9(1x, z16.16))', me, sum(u), sum(v), s, sum(real(zz)), sum(aimag(zz)), sum(real(q)), &
    sum(aimag(q)), sum(real(z)), sum(aimag(p(2)%z))
  call MPI_Finalize(ierr)
end program
