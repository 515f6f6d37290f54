! A long message that is complete long before its exchange: its sender computes, and its receiver waits for it. What there
! was no room for at first goes when the receiver has taken what went before.
#define SRC 'held.F90'
#include "mdmp.inc"
module held
  use check
  implicit none
  integer, parameter :: n = 200000, steps = 6
contains
  pure real(8) function f(i, step)
    integer, intent(in) :: i, step
    f = 1d7*step + i
  end function

  ! 300 nests of a third of a millisecond that have nothing to do with any message.
  subroutine compute(work)
    use, intrinsic :: iso_fortran_env, only: int64
    real(8), intent(inout) :: work(300)
    integer(int64) :: from, now, rate
    integer :: i, k
    do k = 1, 300
      NEST(1, 1)
      NARRAY1(work, mdmp_writes, FIXED(k - 1))
      BOXES
      do i = int(mdmp_b(1)), int(mdmp_b(2))
        call system_clock(from, rate)
        now = from
        do while (now - from < rate/3000)
          call system_clock(now)
        end do
        work(k) = i
      end do
      NESTDONE
    end do
  end subroutine

  subroutine fire(u, step)
    use mdmp_rt
    real(8), intent(in) :: u(n)
    integer, intent(in) :: step
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    if (step == 1) return
    if (x(1) == 0_mdmp_handle) call mdmp_site(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_fire_begin()
    call mdmp_fire(x, 102_mdmp_int, mdmp_final + mdmp_listed, u, 1_mdmp_int, 0_mdmp_int, mdmp_world)
  end subroutine

  subroutine test()
    use mdmp_rt
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    real(8), allocatable :: u(:), work(:)
    integer :: step, i
    allocate (u(n), work(300))
    u = 0
    REGION
    do step = 1, steps
      if (me == 0) then
        u = [(f(i, step), i=1, n)]
        call fire(u, step)
        call compute(work)
      end if
      call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
      call mdmp_manage(x, 0_mdmp_int)
      if (me == 1) call mdmp_recv(x, 101_mdmp_int, u, 0_mdmp_int, 0_mdmp_int, mdmp_world)
      if (me == 0) call mdmp_send(x, 102_mdmp_int, u, 1_mdmp_int, 0_mdmp_int, mdmp_world)
      call mdmp_end(x)
      if (me < 2) call expect(all(u == [(f(i, step), i=1, n)]), 'what came')
    end do
    REGIONDONE
  end subroutine
end module

program main
  use check
  use held
  call start()
  call test()
  call verdict()
end program
