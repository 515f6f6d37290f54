! run: include inc
! Statements that INCLUDE lines bring: whole nests, halves of constructs, the end of a labelled loop, what leaves a region, a
! statement that goes on in the including file, procedures.
module work
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 8
  integer :: me, np, west, east
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), total = 0
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
  end subroutine

  include 'kernels.inc' ! procedures

  subroutine orphan(it)
    integer, intent(in) :: it
    include 'exchange.inc'
    include 'leaves.inc'
    total = total + sum(u(:, 0))
  end subroutine
end module
program main
  use work
  implicit none
  integer :: ierr, it, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; v = 0
  !$mdmp commregion
  do it = 1, 24
    call late(it)
    include 'feed.inc'
    include 'exchange.inc'
    select case (modulo(it, 6))
    case (0)
      include 'smooth.inc'
    case (1)
      do 10 j = 1, m
        include 'labelled.inc'
    case (2)
      include 'half.inc'
        v(1, 1) = v(1, 1) + u(2, 0)
      end if
    case (3)
      include 'goes_on.inc'
        u(7, m+1)
      call smooth(it)
    case (4)
      call orphan(it)
      include 'note.inc'
      include 'smooth.inc'
    case default
      go to 20
      total = total + 1
      include 'there.inc'
    end select
    !$ include 'absent.inc'
    include 'smooth.inc'
  end do
  !$mdmp end commregion
  do k = 1, 2
    !$mdmp commregion
    do it = 1, 8
      include 'feed.inc'
      include 'exchange.inc'
      include 'stops.inc'
      include 'smooth.inc'
    end do
    !$mdmp end commregion
    write (*, 100) me, total, sum(v), sum(u)
  end do
  include 'form.inc'
  call MPI_Finalize(ierr)
end program
