! A module's ENTRY and a separate module procedure have names of external procedures that stand in the same file.
module inside
  implicit none
  real(8) :: u(600, 0:9) = 0, v(600, 0:9) = 0
  interface
    module subroutine spread_out(k)
      integer, intent(in) :: k
    end subroutine
  end interface
contains
  subroutine first(k)
    integer, intent(in) :: k
    v(k, 1) = v(k, 1) + 1
    return
    entry second(k)
    v(k, 1) = v(k, 1) + u(k, 0)
    u(k, 1) = u(k, 1) + u(k, 9)
  end subroutine
end module
submodule (inside) more
contains
  module procedure spread_out
    v(k, 2) = v(k, 2) + u(k, 0) + u(k, 9)
    u(k, 8) = u(k, 8) + 0.5d0
  end procedure
end submodule
subroutine second(k)
  integer, intent(in) :: k
  if (k < -5) print *, 'never'
end subroutine
subroutine spread_out(k)
  integer, intent(in) :: k
  if (k < -5) print *, 'never'
end subroutine
program sameasexternal
  use mpi
  use inside
  implicit none
  integer, parameter :: n = 600, m = 8
  real(8) :: t0
  integer :: ierr, np, it, west, east, me, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me + 1
  !$mdmp commregion
  do it = 1, 10
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    call spread_out(it)
    call second(it + 1)
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*u(i, j) + 0.25d0*(u(i, j-1) + u(i, j+1)) + it
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    call spread_out(it)
    call second(it + 1)
  end do
  !$mdmp end commregion
  print '(i0, 9(1x, z16.16))', me, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program
