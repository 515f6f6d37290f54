! run: flags -fdec-structure
! What is executed first stands in an include file, or is not understood.
module work
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 6
  integer :: me, np, west, east
  real(8) :: u(n, 0:m+1), v(n, m), total = 0
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end subroutine

  subroutine sum_inside
    include 'body.inc'
  end subroutine

  subroutine included(it)
    integer, intent(in) :: it
    integer :: i, j
    include 'body.inc'
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.5d0*u(i, j) + it
      end do
    end do
  end subroutine

  subroutine not_understood(it)
    integer, intent(in) :: it
    structure /pair/
      real(8) a, b
    end structure
    record /pair/ p
    integer :: i, j
    p.a = u(3, 0) + 2*u(4, m+1)
    total = total + p.a
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.5d0*u(i, j) + it
      end do
    end do
  end subroutine
end module
program main
  use work
  implicit none
  integer :: ierr, it, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; v = 0
  !$mdmp commregion
  do it = 1, 12
    call late(it)
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j) + 0.5d0*i + j*me + it
      end do
    end do
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    select case (modulo(it, 3))
    case (0)
      call sum_inside
    case (1)
      call included(it)
    case (2)
      call not_understood(it)
    end select
  end do
  !$mdmp end commregion
  print '(i0, 2(1x, z16.16))', me, total, sum(v)
  call MPI_Finalize(ierr)
end program
