! An ENTRY has dummies of its own: what it changes is not what the procedure around it changes.
module work
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 6
  integer :: seen = 0
contains
  subroutine look(k)
    integer, intent(in) :: k
    integer, intent(out) :: g
    seen = seen + k
    return
  entry last(g)
    g = 1
  end subroutine
end module
program main
  use work
  implicit none
  integer :: me, np, west, east, ierr, i, j, k, it
  real(8) :: u(n, 0:m+1, 2), total, t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; total = 0
  !$mdmp commregion
  do it = 1, 10
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    k = 2
    call last(k)
    do j = 1, m
      do i = 1, n
        u(i, j, 1) = 0.75d0*u(i, j-1, k) + 0.5d0*i + j*me + it
      end do
    end do
    !$mdmp send(u(:,1,1), west)
    !$mdmp recv(u(:,m+1,1), east)
    !$mdmp send(u(:,m,1), east) tag(1)
    !$mdmp recv(u(:,0,1), west) tag(1)
    total = total + u(3, 0, k) + sum(u)
    call look(k)
  end do
  !$mdmp end commregion
  print '(2(i0, 1x), z16.16)', me, seen, total
  call MPI_Finalize(ierr)
end program
