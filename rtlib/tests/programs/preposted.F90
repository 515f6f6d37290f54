! Receives posted before their exchange: what comes is put where it belongs at once, whatever it is and whatever becomes of it.
! Arguments: how many of the early ones must have been seen before their exchange: none, some or all.
#define SRC 'preposted.F90'
#include "mdmp.inc"
module preposted
  use check
  use mdmp_rt
  use mpi
  implicit none
  integer, parameter :: n = 600, steps = 40, places = 6
  integer :: seen = 0, looked = 0
  real(8) :: patience = 1d-3 ! seconds
contains
  pure real(8) function f(i, rank, step)
    integer, intent(in) :: i, rank, step
    f = 1d7*(10*step + rank) + i
  end function

  pure function line(rank, step) result(v)
    integer, intent(in) :: rank, step
    real(8) :: v(n)
    integer :: i
    v = [(f(i, rank, step), i=1, n)]
  end function

  ! Two of a lane for two ranks, with sections that lie in one piece; then one of two, with a stride and without.
  subroutine prepost(u, w, second)
    real(8), intent(inout) :: u(n, places), w(places, n)
    logical, intent(in) :: second
    integer(mdmp_handle), save :: v(4) = 0_mdmp_handle
    if (mdmp_prepost(v, SRC//achar(0), 100_mdmp_int) == 0_mdmp_int) return
    call mdmp_recv(v, 101_mdmp_int, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    if (second) call mdmp_recv(v, 102_mdmp_int, u(:, 4), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_recv(v, 103_mdmp_int, w(1, :), int(prev, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_part(v, w(4, :)); call mdmp_part(v, u(:, 5))
    call mdmp_recv_parts(v, 104_mdmp_int, int(next, mdmp_int), 2_mdmp_int, mdmp_world)
    call mdmp_recv(v, 105_mdmp_int, w(6, :), -1_mdmp_int, 1_mdmp_int, mdmp_world)
    call mdmp_preposted(v)
  end subroutine

  subroutine exchange(u, w, how)
    real(8), intent(inout) :: u(n, places), w(places, n)
    integer(mdmp_int), intent(in) :: how
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, how)
    call mdmp_recv(x, 101_mdmp_int, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_recv(x, 102_mdmp_int, u(:, 4), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_recv(x, 103_mdmp_int, w(1, :), int(prev, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_part(x, w(4, :)); call mdmp_part(x, u(:, 5))
    call mdmp_recv_parts(x, 104_mdmp_int, int(next, mdmp_int), 2_mdmp_int, mdmp_world)
    call mdmp_recv(x, 105_mdmp_int, w(6, :), -1_mdmp_int, 1_mdmp_int, mdmp_world)
    call mdmp_send(x, 107_mdmp_int, u(:, 2), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 108_mdmp_int, u(:, 3), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 109_mdmp_int, w(2, :), int(next, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_part(x, w(3, :)); call mdmp_part(x, u(:, 6))
    call mdmp_send_parts(x, 110_mdmp_int, int(prev, mdmp_int), 2_mdmp_int, mdmp_world)
    call mdmp_end(x)
  end subroutine

  ! Says that what is sent is complete: for good; wrongly, so that it goes again; of another message, which is withdrawn.
  subroutine fire(u, w, step)
    real(8), intent(inout) :: u(n, places), w(places, n)
    integer, intent(in) :: step
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    integer(mdmp_int) :: final
    if (x(1) == 0_mdmp_handle) call mdmp_site(x, SRC//achar(0), 100_mdmp_int)
    final = merge(mdmp_final, 0_mdmp_int, mod(step, 4) == 0)
    if (mod(step, 4) == 1) then
      u(7, 2) = 0
      w(2, 9) = 0
    else if (mod(step, 4) == 2) then
      call mdmp_fire(x, 107_mdmp_int, 0_mdmp_int, u(:n/2, 2), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    end if
    call mdmp_fire_begin()
    call mdmp_fire(x, 107_mdmp_int, final + mdmp_listed, u(:, 2), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_fire(x, 108_mdmp_int, final + mdmp_listed, u(:, 3), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_fire(x, 109_mdmp_int, final + mdmp_listed, w(2, :), int(next, mdmp_int), 1_mdmp_int, mdmp_world)
    call define(u, w, step)
  end subroutine

  subroutine define(u, w, step)
    real(8), intent(inout) :: u(n, places), w(places, n)
    integer, intent(in) :: step
    u(:, 2) = line(me, step)
    u(:, 3) = -line(me, step)
    u(:, 6) = 7 + line(me, step)
    w(2, :) = 3 + line(me, step)
    w(3, :) = 5 + line(me, step)
  end subroutine

  ! A nest that touches nothing of it, again and again: whether it comes meanwhile.
  subroutine look(u, w, step)
    real(8), volatile :: u(n, places), w(places, n)
    integer, intent(in) :: step
    real(8) :: other(100), until
    integer :: j, ierr
    call mpi_barrier(mpi_comm_world, ierr) ! all have fired
    looked = looked + 1
    until = mpi_wtime() + patience
    do while (mpi_wtime() < until)
      NEST(1, 100)
      NARRAY1(other, mdmp_writes, AT(1, 0))
      BOXES
      do j = int(mdmp_b(1)), int(mdmp_b(2))
        other(j) = j
      end do
      NESTDONE
      if (any(u(:, 1) /= line(prev, step)) .or. any(u(:, 4) /= -line(next, step))) cycle
      if (any(w(1, :) /= 3 + line(prev, step))) cycle
      seen = seen + 1
      exit
    end do
  end subroutine

  subroutine test(how)
    integer(mdmp_int), intent(in) :: how
    integer(mdmp_handle), save :: r(2) = 0_mdmp_handle
    real(8) :: u(n, places), w(places, n)
    integer :: step
    u = 0
    w = 0
    call mdmp_region_begin(r, SRC//achar(0), 99_mdmp_int)
    do step = 1, steps
      call define(u, w, step)
      if (step > 2 .and. mod(step, 5) /= 0) call prepost(u, w, mod(step, 7) /= 0)
      if (step > 2 .and. mod(step, 3) /= 0) then
        call fire(u, w, step)
        if (mod(step, 4) == 0 .and. mod(step, 5) /= 0 .and. mod(step, 7) /= 0) call look(u, w, step)
      end if
      call exchange(u, w, how)
      if (how == 1_mdmp_int .and. mod(step, 6) == 0) cycle ! it may be pending when it is to be posted ahead
      call mdmp_settle()
      call expect(all(u(:, 1) == line(prev, step)), 'from the left')
      call expect(all(u(:, 4) == -line(next, step)), 'from the right')
      call expect(all(w(1, :) == 3 + line(prev, step)), 'with a stride')
      call expect(all(w(4, :) == 5 + line(next, step)), 'with a stride, of two')
      call expect(all(u(:, 5) == 7 + line(next, step)), 'in one piece, of two')
      call expect(all(w(6, :) == 0), 'from nobody')
    end do
    call mdmp_region_end(r)
  end subroutine

  ! The sender sends less than is expected, or more, and nothing before the receive is posted.
  subroutine mismatch(mine)
    integer, intent(in) :: mine
    integer(mdmp_handle), save :: r(2) = 0_mdmp_handle, v(4) = 0_mdmp_handle, x(4) = 0_mdmp_handle
    real(8) :: u(n), s(n)
    integer :: step, take
    s = me
    call mdmp_region_begin(r, SRC//achar(0), 199_mdmp_int)
    do step = 1, 8
      take = merge(mine, 10, step == 8 .and. me == 0)
      if (step > 2) then
        if (mdmp_prepost(v, SRC//achar(0), 200_mdmp_int) /= 0_mdmp_int) then
          call mdmp_recv(v, 201_mdmp_int, u(:take), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
          call mdmp_preposted(v)
        end if
      end if
      call mdmp_begin(x, SRC//achar(0), 200_mdmp_int)
      call mdmp_manage(x, 1_mdmp_int)
      call mdmp_recv(x, 201_mdmp_int, u(:take), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
      call mdmp_send(x, 202_mdmp_int, s(:10), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
      call mdmp_end(x)
    end do
    call mdmp_region_end(r)
  end subroutine
end module

program p
  use preposted
  character(20) :: want
  call start()
  call get_command_argument(1, want)
  select case (want)
  case ('longer')
    call mismatch(20)
  case ('shorter')
    call mismatch(5)
  case default
    if (want == 'all') patience = 20
    call test(0_mdmp_int)
    call test(1_mdmp_int)
    if (want == 'none') call expect(seen == 0, 'something came before its exchange')
    if (want == 'all') call expect(seen == looked .and. looked > 0, 'not all came before their exchange')
  end select
  call verdict()
end program
