! run: with kernels.f90
! Functions of other files that may look after pending receives, or may not.
program p
  use kernels
  use again
  implicit none
  real(8) :: u(n,0:m+1), v(n,0:m+1), w(7), s, x
  double precision :: outer
  double precision, external :: plainone
  integer :: nr, ierr, it, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  do j = 0, m+1
    do i = 1, n
      u(i,j) = mod(i*3 + j*7 + rank*11, 13)
    end do
  end do
  v = u + 1
  mo = u + 2
  s = 0

  !$mdmp commregion
  do it = 1, 12
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    !$mdmp send(mo(:,1), left)
    !$mdmp recv(mo(:,m+1), right)
    !$mdmp send(mo(:,m), right)
    !$mdmp recv(mo(:,0), left)
    call late(it)
    k = twice(it)
    x = relax(u, v)
    s = s + x + k + last
    x = renamed(v, u)
    s = s + x
    x = outer(u, it, mo(3,0))
    s = s + x
    call late(it+1)
    last = corner(mo)
    s = s + last
    x = plainone(u)
    x = x + outer(v, it, x)
    w = strip(mo, 7)
    s = s + x + sum(w)
    x = separate(v)
    s = s + x
    mo(1:n,1:m) = 0.9d0*mo(1:n,1:m) + it
    u(:,1:m) = 0.25d0*u(:,1:m) + 0.25d0*v(:,1:m)
  end do
  !$mdmp end commregion
  print '(a,i3,3(2x,z16))', 'called', rank, s, sum(u), sum(v)

  !$mdmp commregion
  do it = 1, 12
    x = exchange(u)
    call late(it)
    k = twice(it)
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1)) + k
      end do
    end do
    s = s + x + exchange(v)
    s = s + v(3,0) + v(4,m+1)
    call late(it+1)
    x = exchange(v)
    if (it > 3) x = relax(v, u)
    s = s + x
    if (it > 5) v(5,0) = exchange(v)
    s = s + v(5,0)
    u(at(7),1) = exchange(u)
    s = s + u(6,0)
    x = exchange(v); s = s + v(6,0)
    k = at(5)
    u(:,1:m) = 0.25d0*u(:,1:m) + 0.25d0*v(:,1:m)
    s = s + k
  end do
  !$mdmp end commregion
  print '(a,i3,3(2x,z16))', 'outlives', rank, s, sum(u), sum(v)

  !$mdmp commregion
  do it = 1, 12
    mo = module_halo()
    s = s + mo(3,0) + mo(4,m+1)
    call late(it)
    do j = 1, m
      do i = 1, n
        mo(i,j) = mo(i,j-1) + it
      end do
    end do
    v = module_halo()
    call late(it+1)
    s = s + mo(3,0) + mo(4,m+1)
  end do
  !$mdmp end commregion
  print '(a,i3,3(2x,z16))', 'assigned', rank, s, sum(mo), sum(v)
  call MPI_Finalize(ierr)
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
end program
