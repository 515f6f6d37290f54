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
  call verdict()
end program
