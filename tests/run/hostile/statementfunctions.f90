! run: flags -std=gnu -w
! Statement functions behind USE without ONLY: nothing executable may come before them.
module grid
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: me, np, left, right
  real(8) :: u(n,0:m+1), v(n,0:m+1)
end module
program statementfunctions
  use grid
  real(8) :: twice, s
  integer :: it, ierr
  twice(s) = 2*s
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(me-1, np); right = modulo(me+1, np)
  u = me + 1; v = 0
  !$mdmp commregion
  do it = 1, 4
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call relax(it)
    call update(it)
  end do
  !$mdmp end commregion
  print *, me, sum(u), twice(sum(v))
  call MPI_Finalize(ierr)
end program
subroutine relax(it)
  use grid
  integer :: i, j, it, k
  real(8) :: f, wave, x, t0
  f(i) = i*0.01d0
  wave(x) = 0.5d0*x + f(3)
  t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
  do j = 1, m
    do i = 1, n
      v(i,j) = wave(u(i,j-1)) + f(i) + u(i,j+1)
    end do
  end do
end subroutine
subroutine update(it)
  use grid
  integer :: i, j, it
  real(8) :: g
  g(i) = i + it
  do j = 1, m
    do i = 1, n
      u(i,j) = 0.3d0*v(i,j) + g(i)
    end do
  end do
end subroutine
