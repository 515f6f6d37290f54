! run: flags -std=legacy -w
! Statement functions of a host, in internal procedures that declare something else under a name in them.
subroutine steps(me, west, east, total)
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 6
  integer :: me, west, east, it, i, j, k
  real(8) :: u(n, 0:m+1), total, f, t0
  f(k) = u(k, 0) + 2*u(k, m+1)
  u = me
  !$mdmp commregion
  do it = 1, 10
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j) + 0.5d0*i + j*me + it
      end do
    end do
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    call hides()
  end do
  !$mdmp end commregion
contains
  subroutine hides()
    real(8) :: u(n, 0:m+1)
    u = 1
    total = total + f(3) + u(1, 1)
  end subroutine
end subroutine
program hostfunctions
  use mpi
  implicit none
  integer :: me, np, ierr
  real(8) :: total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  total = 0
  call steps(me, modulo(me - 1, np), modulo(me + 1, np), total)
  print '(i0, 1x, z16.16)', me, total
  call MPI_Finalize(ierr)
end program
