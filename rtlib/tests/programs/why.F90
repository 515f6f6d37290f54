! What keeps messages at their exchange: a case for each reason, with a line of its own. The argument "threads" asks MPI
! for MPI_THREAD_MULTIPLE; "tuned50" makes 50 steps in which cut loops
! are slow.
module cases
  use, intrinsic :: iso_c_binding, only: c_char, c_int
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: m = 600, steps = 40
  character(len=*), parameter :: src = 'why.F90'//achar(0)
  integer, parameter :: no_manage = -1, deferrable = 3
  integer(mdmp_handle), save :: x(4, 16) = 0_mdmp_handle, p(4) = 0_mdmp_handle, n(4, 5) = 0_mdmp_handle
  real(8) :: w(m, 0:17), fed(m, 0:17), second(m, 0:17)
  real(8), target :: halves(m, 0:17)
  real(8) :: odd(2*m - 1), big(16384, 0:1), got(16384, 0:1)
  integer(c_int), save :: team = 0
contains

  ! OpenMP's, as the run time asks it.
  function omp_in_parallel() bind(C)
    integer(c_int) :: omp_in_parallel
    omp_in_parallel = team
  end function

  function omp_get_level() bind(C)
    integer(c_int) :: omp_get_level
    omp_get_level = team
  end function

  ! The case'th exchange sends the first k columns from `first` on; receives stand at line 10*case + 1, sends at 10*case + 2.
  subroutine swap(case, how, a, first, k, prompt, tag, quarters)
    integer, intent(in) :: case, how, first, k
    integer, intent(in), optional :: tag
    real(8), intent(inout) :: a(m, 0:17)
    logical, intent(in), optional :: prompt, quarters ! quarters: all columns but the last in four parts
    logical :: parted
    integer(mdmp_int) :: line, tagged
    integer :: j
    parted = present(quarters)
    line = int(10*case, mdmp_int)
    tagged = int(case, mdmp_int)
    if (present(tag)) tagged = int(tag, mdmp_int)
    call mdmp_begin(x(:, case), src, line, '11,12:w(:,first);22:w;32:nowhere;121!7'//achar(0))
    if (how == deferrable) then
      call mdmp_deferrable(x(:, case), p, 'cases::swap'//achar(0))
    else if (how /= no_manage) then
      call mdmp_manage(x(:, case), int(how, mdmp_int))
    end if
    if (present(prompt)) call mdmp_prompt(x(:, case), line + 1_mdmp_int)
    call mdmp_recv(x(:, case), line + 1_mdmp_int, w(:, 17 - k:16), int(prev, mdmp_int), tagged, mdmp_world)
    do j = first, first + k - 2
      if (parted) then
        call mdmp_part(x(:, case), a(:m/4, j))
        call mdmp_part(x(:, case), a(m/4 + 1:m/2, j))
        call mdmp_part(x(:, case), a(m/2 + 1:3*m/4, j))
        call mdmp_part(x(:, case), a(3*m/4 + 1:, j))
      else
        call mdmp_part(x(:, case), a(:, j))
      end if
    end do
    call mdmp_part(x(:, case), a(:, first + k - 1))
    call mdmp_send_parts(x(:, case), line + 2_mdmp_int, int(next, mdmp_int), tagged, mdmp_world)
    call mdmp_end(x(:, case))
  end subroutine

  ! A loop that says that it writes fed.
  subroutine write_fed(step)
    integer, intent(in) :: step
    call write_to(fed, step, 1)
  end subroutine

  ! The which'th loop, that says that it writes a.
  subroutine write_to(a, step, which)
    integer, intent(in) :: step, which
    real(8), intent(inout) :: a(m, 0:17)
    integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
    integer(mdmp_long) :: b(4)
    integer :: j
    call mdmp_nest_begin(n(:, which), src, int(4 + which, mdmp_int), mdmp_any_order, 1_mdmp_int, [0_mdmp_long, 17_mdmp_long, 1_mdmp_long])
    call mdmp_nest_array(n(:, which), a, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]])
    do while (mdmp_nest_next(n(:, which), b) /= 0)
      do j = int(b(1)), int(b(2))
        a(:, j) = step + j
      end do
    end do
  end subroutine

  ! A section from one of the two arrays that the loop names into the other, which has no equal shares that lie in one.
  subroutine across(step)
    integer, intent(in) :: step
    integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
    integer(mdmp_long), parameter :: column(4) = [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]
    real(8), pointer :: line(:)
    integer(mdmp_long) :: b(4)
    integer :: j
    line(0:10*m - 1) => halves
    call mdmp_nest_begin(n(:, 3), src, 8_mdmp_int, mdmp_any_order, 1_mdmp_int, [0_mdmp_long, 4_mdmp_long, 1_mdmp_long])
    call mdmp_nest_array(n(:, 3), halves(:, 0:4), mdmp_writes, [every, column])
    call mdmp_nest_array(n(:, 3), halves(:, 5:9), mdmp_writes, [every, column])
    do while (mdmp_nest_next(n(:, 3), b) /= 0)
      do j = int(b(1)), int(b(2))
        halves(:, j) = step + j
        halves(:, j + 5) = step + j
      end do
    end do
    call mdmp_begin(x(:, 14), src, 140_mdmp_int, achar(0))
    call mdmp_manage(x(:, 14), 1_mdmp_int)
    call mdmp_recv(x(:, 14), 141_mdmp_int, odd, int(prev, mdmp_int), 14_mdmp_int, mdmp_world)
    call mdmp_send(x(:, 14), 142_mdmp_int, line(4*m + 1:6*m - 1), int(next, mdmp_int), 14_mdmp_int, mdmp_world)
    call mdmp_end(x(:, 14))
  end subroutine

  ! Two messages of 128 KB: with MDMP_BACKLOG=65536 there is no room for pieces of the second.
  subroutine large(step)
    integer, intent(in) :: step
    integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
    integer(mdmp_long) :: b(4)
    integer :: j
    call mdmp_nest_begin(n(:, 4), src, 9_mdmp_int, mdmp_any_order, 1_mdmp_int, [0_mdmp_long, 1_mdmp_long, 1_mdmp_long])
    call mdmp_nest_array(n(:, 4), big, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]])
    do while (mdmp_nest_next(n(:, 4), b) /= 0)
      do j = int(b(1)), int(b(2))
        big(:, j) = step + j
      end do
    end do
    call mdmp_begin(x(:, 15), src, 150_mdmp_int, achar(0))
    call mdmp_manage(x(:, 15), 1_mdmp_int)
    call mdmp_recv(x(:, 15), 151_mdmp_int, got(:, 0), int(prev, mdmp_int), 15_mdmp_int, mdmp_world)
    call mdmp_recv(x(:, 15), 152_mdmp_int, got(:, 1), int(prev, mdmp_int), 150_mdmp_int, mdmp_world)
    call mdmp_send(x(:, 15), 153_mdmp_int, big(:, 0), int(next, mdmp_int), 15_mdmp_int, mdmp_world)
    call mdmp_send(x(:, 15), 154_mdmp_int, big(:, 1), int(next, mdmp_int), 150_mdmp_int, mdmp_world)
    call mdmp_end(x(:, 15))
    call mdmp_settle
    call expect(got(1, 1) == step + 1, 'what came late')
  end subroutine

  ! A loop that is slow if it is cut.
  subroutine slow(step)
    integer, intent(in) :: step
    integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
    integer(mdmp_long) :: b(4)
    integer :: j, boxes
    boxes = 0
    call mdmp_nest_begin(n(:, 5), src, 10_mdmp_int, mdmp_any_order, 1_mdmp_int, [0_mdmp_long, 17_mdmp_long, 1_mdmp_long])
    call mdmp_nest_array(n(:, 5), fed, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]])
    do while (mdmp_nest_next(n(:, 5), b) /= 0)
      boxes = boxes + 1
      do j = int(b(1)), int(b(2))
        fed(:, j) = step + j
      end do
    end do
    call pass_time(merge(2d-4, 1d-4, boxes > 1))
  end subroutine

  subroutine pass_time(seconds)
    use mpi, only: mpi_wtime
    real(8), intent(in) :: seconds
    real(8) :: until
    until = mpi_wtime() + seconds
    do while (mpi_wtime() < until)
    end do
  end subroutine
end module

program why
  use cases
  use mpi
  implicit none
  character(len=20) :: what
  integer(mdmp_handle) :: r(4) = 0_mdmp_handle
  integer :: step, level, ierr, last
  call get_command_argument(1, what)
  if (what == 'threads') then
    call mpi_init_thread(mpi_thread_multiple, level, ierr)
    call mpi_comm_rank(mpi_comm_world, me, ierr)
    call mpi_comm_size(mpi_comm_world, np, ierr)
    next = modulo(me + 1, np)
    prev = modulo(me - 1, np)
  else
    call start
  end if
  w = me
  if (what(1:5) == 'tuned') then
    read (what(6:), *) last
    call mdmp_region_begin(r, src, 2_mdmp_int)
    do step = 1, last
      call slow(step)
      call swap(16, 1, fed, 3, 1)
      call mdmp_settle
    end do
    call mdmp_region_end(r)
    call verdict
    stop
  end if
  do step = 1, steps
    call swap(1, 1, w, 1, 1)                                ! no region
  end do
  call mdmp_region_begin(r, src, 1_mdmp_int)
  do step = 1, steps
    w = step
    call write_fed(step)
    call swap(2, 1, w, 1, 1)                                ! nobody says that he writes it
    call swap(3, no_manage, w, 1, 1)
    call swap(4, 1, w, 1 + modulo(popcnt(step), 2), 1)      ! an order that does not repeat itself
    call swap(5, 1, w, 0, 17, quarters=.true.)              ! 65 parts
    call swap(6, deferrable, w, 1, 1)                         ! no caller grants
    call swap(7, 1, w, 1, 1, prompt=.true.)
    call mdmp_settle
    call write_fed(step)
    fed = -fed                                              ! what went is out of date
    call swap(8, 1, fed, 1, 1)
    if (modulo(popcnt(step), 2) == 0) call write_fed(step)  ! once or twice, as it comes
    call write_fed(step)
    call swap(9, 1, fed, 3, 1)
    call mdmp_settle
    call write_to(second, step, 2)                          ! before fed, and sent behind it
    call write_fed(step)
    call swap(10, 1, fed, 3, 1, tag=10)
    call swap(11, 1, second, 3, 1, tag=10)
    call mdmp_settle
    call expect(w(1, 16) == step + 3, 'what came last')
    if (step == 1) call swap(12, 1, w, 1, 1, prompt=.true.) ! for the first time
    team = 1
    call swap(13, 1, w, 1, 1)                               ! by several threads
    team = 0
    call across(step)
    call large(step)
    call mdmp_settle
  end do
  call mdmp_region_end(r)
  call verdict
end program
