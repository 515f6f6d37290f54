! Long strided messages outside any region. To another machine they go in pieces; the first argument says whether they do.
#define SRC 'rows.F90'
#include "mdmp.inc"
module rows
  use check
  implicit none
  integer, parameter :: n = 50000
  interface
    function isends() bind(C) result(k)
      use iso_c_binding, only: c_int
      integer(c_int) :: k
    end function
  end interface
contains
  pure real(8) function f(i, rank, step)
    integer, intent(in) :: i, rank, step
    f = 1d7*(10*step + rank) + i
  end function

  subroutine exchange(u, v, more)
    real(8), intent(inout) :: u(:, :), v(:, :, :)
    integer, intent(in) :: more
    EXCHANGE
    RECV(u(1, :n + more), prev, 0)
    PART(u(6, :))
    PART(v(:, 2, :))
    RECVP(next, 1)
    SEND(u(2, :n), next, 0)
    PART(u(4, n:1:-1))
    PART(v(:, 1, :))
    SENDP(prev, 1)
    DONE
  end subroutine
end module

program main
  use rows
  implicit none
  character(10) :: word
  real(8), allocatable :: u(:, :), v(:, :, :)
  integer :: step, i, before
  call start()
  call get_command_argument(1, word)
  allocate (u(6, n), v(50, 2, n/100))
  do step = 1, 5
    u(2, :) = [(f(i, me, step), i=1, n)]
    u(4, :) = -u(2, :)
    v(:, 1, :) = reshape(u(2, :n/2)/2, [50, n/100])
    before = isends()
    call exchange(u, v, merge(-3, 0, word == 'wrong' .and. step == 3 .and. me == 0))
    call expect((isends() - before > 100) .eqv. word /= 'whole', 'in pieces')
    call expect(all(u(1, :) == [(f(i, prev, step), i=1, n)]), 'a row')
    call expect(all(u(6, :) == [(-f(i, next, step), i=n, 1, -1)]), 'a row, backwards')
    call expect(all(v(:, 2, :) == reshape([(f(i, next, step)/2, i=1, n/2)], [50, n/100])), 'a plane')
  end do
  call verdict()
end program
