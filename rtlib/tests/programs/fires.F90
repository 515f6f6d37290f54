! Sends of one lane that statements complete: each keeps its number, whatever becomes of the others.
#define SRC 'fires.F90'
module fires
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: n = 600
contains
  pure real(8) function f(i, rank, step)
    integer, intent(in) :: i, rank, step
    f = 1d7*(10*step + rank) + i
  end function

  ! Behind what completes both; before that the second was guessed, alone, and was wrong at times.
  subroutine fire(u, step)
    real(8), intent(inout) :: u(n, 4)
    integer, intent(in) :: step
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    integer :: i
    if (x(1) == 0_mdmp_handle) call mdmp_site(x, SRC//achar(0), 100_mdmp_int)
    u(:, 3) = [(-f(i, me, step), i=1, n)]
    if (mod(step, 3) == 0) u(4, 3) = 0
    if (mod(step, 4) > 0) call mdmp_fire(x, 104_mdmp_int, 0_mdmp_int, u(:, 3), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    u(4, 3) = -f(4, me, step)
    u(:, 2) = [(f(i, me, step), i=1, n)]
    call mdmp_fire_begin()
    call mdmp_fire(x, 103_mdmp_int, mdmp_final + mdmp_listed, u(:, 2), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_fire(x, 104_mdmp_int, mdmp_final + mdmp_listed, u(:, 3), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
  end subroutine

  subroutine exchange(u)
    real(8), intent(inout) :: u(n, 4)
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, 0_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_recv(x, 102_mdmp_int, u(:, 4), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 103_mdmp_int, u(:, 2), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 104_mdmp_int, u(:, 3), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(x)
  end subroutine

  subroutine test()
    integer(mdmp_handle), save :: r(2) = 0_mdmp_handle
    real(8) :: u(n, 4)
    integer :: step, i
    call mdmp_region_begin(r, SRC//achar(0), 99_mdmp_int)
    do step = 1, 24
      if (step > 1) then
        call fire(u, step)
      else
        u(:, 2) = [(f(i, me, step), i=1, n)]
        u(:, 3) = -u(:, 2)
      end if
      call exchange(u)
      call expect(all(u(:, 1) == [(f(i, prev, step), i=1, n)]), 'from the left')
      call expect(all(u(:, 4) == [(-f(i, next, step), i=1, n)]), 'from the right')
    end do
    call mdmp_region_end(r)
  end subroutine
end module

program p
  use fires
  call start()
  call test()
  call verdict()
end program
