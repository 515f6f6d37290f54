! run: with kernels.f90
! Expressions as arguments: what stands in them is read before the call, functions in them exchange and change what they are given,
! parentheses make copies of what is changed, a pointer in an INTENT(IN) argument leads to what is received.
! Loops over rows that are array statements, and loops that are executed for some rows only, write last what is sent.
program main
  use kernels
  implicit none
  integer :: ierr, np, it, j
  real(8) :: u(n, 0:m+1), old(n, 0:m+1), v(n, 0:m+1), y = 0
  real(8), target :: w(n, 0:m+1)
  type(field) :: f
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; old = 0; v = 1; w = 2; shared = me
  f%p => w
  !$mdmp commregion
  do it = 1, 16
    call late(it)
    old = u
    call step(v, u)
    do j = 1, m
      u(1:n, j) = u(1:n, j) + (j - 0.5d0*(u(1:n, j) + old(1:n, j)))/8
    end do
    call halo(u)
    call halo(v)
    call step(0.5d0*(old + u), v)
    do j = 1, m
      if (modulo(it + j, 3) == 0) then
        v(1:n, j) = v(1:n, j) + 0.25d0*u(1:n, j)
      end if
    end do
    call halo(v)
    call halo(shared)
    call renew((shared))
    call halo_of(f)
    call step(0.5d0*w, u)
    call step(v + w, w)
    call late(it + 1)
    call step(turned(u) - old, v)
    call halo(u)
    call scalars(edge(u(:, 0:0)) + u(2, m+1), y)
    call scalars((v(2, 0)), v(2, 1))
    call halo_of(f)
    call renew(abs(f%p) + merge(u, v, u > v))
  end do
  !$mdmp end commregion
  print '(i0, 7(1x, z16.16))', me, sum(u), sum(v), sum(w), sum(shared), y, total, sum(old)
  call MPI_Finalize(ierr)
end program
