! Messages longer than what may be on its way in pieces, in both directions at once.
#define SRC 'crowd.F90'
#include "mdmp.inc"
module crowd
  use check
  implicit none
  integer, parameter :: n = 300000
contains
  pure real(8) function f(i, rank, step)
    integer, intent(in) :: i, rank, step
    f = 1d7*(10*step + rank) + i
  end function

  subroutine test_crowd(lazy)
    integer, intent(in) :: lazy
    real(8), allocatable :: u(:, :)
    integer :: step, i
    allocate (u(n, 4))
    REGION
    do step = 1, 4
      u(:, 2) = [(f(i, me, step), i=1, n)]
      u(:, 3) = -u(:, 2)
      EXCHANGE
      call mdmp_manage(mdmp_x, int(lazy, mdmp_int))
      RECV(u(:, 1), prev, 0)
      RECV(u(:, 4), next, 1)
      SEND(u(:, 2), next, 0)
      SEND(u(:, 3), prev, 1)
      DONE
      if (lazy /= 0) call settle()
      call expect(all(u(:, 1) == [(f(i, prev, step), i=1, n)]), 'from the left')
      call expect(all(u(:, 4) == [(-f(i, next, step), i=1, n)]), 'from the right')
    end do
    REGIONDONE
  end subroutine

  subroutine fill(a, step)
    real(8), intent(inout) :: a(n, 0:3)
    integer, intent(in) :: step
    integer :: i, j
    NEST(1, 2)
    NARRAY2(a, mdmp_writes, ALL_OF, AT(1, 0))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, n
        a(i, j) = f(i, me, step + j)
      end do
    end do
    NESTDONE
  end subroutine

  subroutine halo(a, tag)
    real(8), intent(inout) :: a(n, 0:3)
    integer, intent(in) :: tag
    EXCHANGE
    call mdmp_manage(mdmp_x, 0_mdmp_int)
    RECV(a(:, 3), next, tag)
    RECV(a(:, 0), prev, tag + 1)
    SEND(a(:, 1), prev, tag)
    SEND(a(:, 2), next, tag + 1)
    DONE
  end subroutine

  ! What goes early for the exchange after the next one fills all the room there is: the receiver takes it after
  ! the next one, which must not wait for that. In the end it does not come at all.
  subroutine test_ahead()
    real(8), allocatable :: u(:, :), v(:, :)
    integer :: step, i
    allocate (u(n, 0:3), v(n, 0:3))
    REGION
    do step = 1, 7
      call fill(u, step)
      call fill(v, step + 100)
      call halo(v, 2)
      call expect(all(v(:, 0) == [(f(i, prev, step + 102), i=1, n)]), 'ahead, the first')
      if (step == 6) cycle
      call halo(u, 4)
      call expect(all(u(:, 3) == [(f(i, next, step + 1), i=1, n)]), 'ahead, the second')
    end do
    REGIONDONE
    REGION
    call halo(v, 2)
    call fill(v, 200)
    call halo(v, 2)
    call expect(all(v(:, 0) == [(f(i, prev, 202), i=1, n)]), 'after what did not come')
    REGIONDONE
  end subroutine

  subroutine settle()
    use mdmp_rt
    call mdmp_settle()
  end subroutine
end module

program main
  use check
  use crowd
  call start()
  call test_crowd(0)
  call test_crowd(1)
  call test_ahead()
  call verdict()
end program
