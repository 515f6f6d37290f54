! A halo code of mode auto as the translator would write it, right or with a mistake in it (the argument names it),
! for the options that look at what the run time does.
module halo
  use, intrinsic :: iso_c_binding, only: c_char
  use check
  use mdmp_rt
  use mpi
  implicit none
  integer, parameter :: m = 600, n = 24
  character(len=*), parameter :: src = 'inspect.F90'//achar(0)
  integer(mdmp_handle), save :: x(4) = 0_mdmp_handle, feeding(4) = 0_mdmp_handle, reading(4) = 0_mdmp_handle
  integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
  real(8) :: u(m, 0:n + 1), v(m, n)
  integer(mdmp_int) :: order = mdmp_any_order   ! of the nest that reads
  integer :: boxes = 0                          ! that it ran in
contains

  pure real(8) function f(rank, i, j, step)
    integer, intent(in) :: rank, i, j, step
    f = 1d6*rank + 1d-3*step + 1d3*j + i
  end function

  ! The nest that writes u, and sends its first and last column while it runs.
  subroutine produce(step, final)
    integer, intent(in) :: step
    logical, intent(in) :: final
    integer :: i, j
    integer(mdmp_int) :: flags
    integer(mdmp_long) :: b(4)
    flags = merge(mdmp_final, 0_mdmp_int, final)
    call mdmp_site(x, src, 100_mdmp_int)
    call mdmp_nest_begin(feeding, src, 50_mdmp_int, mdmp_any_order, 1_mdmp_int, [1_mdmp_long, int(n, mdmp_long), 1_mdmp_long])
    call mdmp_nest_array(feeding, u, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]])
    call mdmp_nest_feed(feeding, x, 103_mdmp_int, flags, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_nest_feed(feeding, x, 104_mdmp_int, flags, u(:, n), int(next, mdmp_int), 1_mdmp_int, mdmp_world)
    do while (mdmp_nest_next(feeding, b) /= 0)
      call mdmp_keep(u)
      do j = int(b(1)), int(b(2))
        do i = 1, m
          u(i, j) = f(me, i, j, step)
        end do
      end do
      call mdmp_keep(u)
    end do
  end subroutine

  subroutine exchange(column)
    integer, intent(in) :: column
    call mdmp_begin(x, src, 100_mdmp_int)
    call mdmp_manage(x, 1_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, u(:, 0), int(prev, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_recv(x, 102_mdmp_int, u(:, n + 1), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 103_mdmp_int, u(:, column), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 104_mdmp_int, u(:, n), int(next, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_end(x)
  end subroutine

  ! The nest that reads u with its halo.
  subroutine consume(step)
    integer, intent(in) :: step
    integer :: i, j
    integer(mdmp_long) :: b(4)
    call mdmp_nest_begin(reading, src, 60_mdmp_int, order, 1_mdmp_int, [1_mdmp_long, int(n, mdmp_long), 1_mdmp_long])
    call mdmp_nest_array(reading, u, mdmp_reads, [every, [1_mdmp_long, 1_mdmp_long, -1_mdmp_long, 1_mdmp_long]])
    call mdmp_nest_array(reading, v, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, -1_mdmp_long, -1_mdmp_long]])
    do while (mdmp_nest_next(reading, b) /= 0)
      boxes = boxes + 1
      call mdmp_keep(u)
      do j = int(b(1)), int(b(2))
        do i = 1, m
          v(i, j) = u(i, j - 1) + u(i, j + 1)
        end do
      end do
      call mdmp_keep(v)
    end do
    do j = 1, n
      call expect(all([(v(i, j) == left(i, j, step) + right(i, j, step), i=1, m)]), 'halo')
    end do
  end subroutine

  real(8) function left(i, j, step)
    integer, intent(in) :: i, j, step
    left = merge(f(prev, i, n, step), f(me, i, j - 1, step), j == 1)
  end function

  real(8) function right(i, j, step)
    integer, intent(in) :: i, j, step
    right = merge(f(next, i, 1, step), f(me, i, j + 1, step), j == n)
  end function

  ! Everybody waits for somebody.
  subroutine dawdle(seconds)
    real(8), intent(in) :: seconds
    real(8) :: until
    until = MPI_Wtime() + seconds
    do while (MPI_Wtime() < until)
    end do
  end subroutine

end module halo

program inspect
  use halo
  implicit none
  character(len=20) :: what
  integer(mdmp_handle) :: r(4) = 0_mdmp_handle
  integer :: step, i
  real(8) :: seen
  call get_command_argument(1, what)
  call start
  if (what == 'whole') order = mdmp_one_box
  call mdmp_region_begin(r, src, 40_mdmp_int)
  do step = 1, 8
    u(:, 0) = -1; u(:, n + 1) = -1
    if (what == 'late' .or. what == 'reads' .or. what == 'writes') then
      if (mod(step, np) == me) call dawdle(0.1d0)
    end if
    call produce(step, what /= 'guess' .and. what /= 'changes' .and. what /= 'corners' .and. &
                 what /= 'rows' .and. what /= 'never')
    if (what == 'corners') then                 ! the ends of one piece of 1200 bytes
      u(151, 1) = -1; u(300, 1) = -2
    end if
    if (what == 'rows') then                    ! many elements of each piece, two of them side by side
      u(10:600:20, 1) = -3; u(11:600:20, 1) = -4
      u(:, n) = u(:, n) + 1                     ! all of it
    end if
    if (what == 'changes') then                 ! after the nest: pieces sent are out of date
      u(5:9, 1) = -u(5:9, 1); u(m, n) = 0
    end if
    if ((what == 'never' .or. what == 'lost') .and. step == 8) exit   ! begun, and never executed
    call exchange(merge(2, 1, what == 'other' .and. step == 8))
    if (what == 'reads') then                   ! nobody waits for it
      seen = u(3, 0)
      call expect(seen == f(prev, 3, n, step), 'early read')
    end if
    if (what == 'writes' .and. step == 4) then
      u(7, n + 1) = 17
      call mdmp_keep(u)
    end if
    if (what == 'corners') then
      call mdmp_settle
      call expect(u(151, n + 1) == -1 .and. u(300, n + 1) == -2 .and. u(152, n + 1) == f(next, 152, 1, step) .and. &
                  u(299, n + 1) == f(next, 299, 1, step), 'corners')
    else if (what == 'rows') then
      call mdmp_settle
      do i = 1, m
        call expect(u(i, n + 1) == merge(-3d0, merge(-4d0, f(next, i, 1, step), mod(i, 20) == 11), mod(i, 20) == 10), 'rows')
      end do
      call expect(all([(u(i, 0) == f(prev, i, n, step) + 1, i=1, m)]), 'all')
    else if (what == 'changes') then
      call mdmp_settle
      call expect(all(u(5:9, n + 1) < 0) .and. u(m, 0) == 0, 'changes')
    else
      call consume(step)
    end if
    call mdmp_settle
  end do
  if (what == 'cut') call expect(boxes > 8, 'nest cut')
  if (what == 'whole') call expect(boxes == 8, 'nest whole')
  if (what == 'never') call one_sided
  call mdmp_region_end(r)
  call verdict

contains

  ! The message after those that never came is right; one more is never received.
  subroutine one_sided
    integer(mdmp_handle), save :: y(4) = 0_mdmp_handle
    call mdmp_region_end(r)
    u = me
    call mdmp_begin(y, src, 200_mdmp_int)
    call mdmp_recv(y, 201_mdmp_int, u(:, 0), int(prev, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_send(y, 202_mdmp_int, u(:, n), int(next, mdmp_int), 1_mdmp_int, mdmp_world)
    call mdmp_end(y)
    call expect(all(u(:, 0) == prev), 'after messages that never came')
    call mdmp_begin(y, src, 210_mdmp_int)
    call mdmp_send(y, 212_mdmp_int, u(:, n), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(y)
  end subroutine

end program inspect
