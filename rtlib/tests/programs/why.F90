! What keeps messages at their exchange: a case for each reason, with a line of its own. The argument "threads" asks MPI
! for MPI_THREAD_MULTIPLE.
module cases
  use, intrinsic :: iso_c_binding, only: c_char
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: m = 600, steps = 40
  character(len=*), parameter :: src = 'why.F90'//achar(0)
  integer, parameter :: no_manage = -1, licensed = 3
  integer(mdmp_handle), save :: x(4, 11) = 0_mdmp_handle, p(4) = 0_mdmp_handle, n(4, 2) = 0_mdmp_handle
  real(8) :: w(m, 0:9), fed(m, 0:9), second(m, 0:9)
contains

  ! The case'th exchange sends the first k columns from `first` on; receives stand at line 10*case + 1, sends at 10*case + 2.
  subroutine swap(case, how, a, first, k, prompt, tag)
    integer, intent(in) :: case, how, first, k
    integer, intent(in), optional :: tag
    real(8), intent(inout) :: a(m, 0:9)
    logical, intent(in), optional :: prompt
    integer(mdmp_int) :: line, tagged
    integer :: j
    line = int(10*case, mdmp_int)
    tagged = int(case, mdmp_int)
    if (present(tag)) tagged = int(tag, mdmp_int)
    call mdmp_begin(x(:, case), src, line, '11,12:w(:,first);22:w;32:nowhere'//achar(0))
    if (how == licensed) then
      call mdmp_licensed(x(:, case), p, 'cases::swap'//achar(0))
    else if (how /= no_manage) then
      call mdmp_manage(x(:, case), int(how, mdmp_int))
    end if
    if (present(prompt)) call mdmp_prompt(x(:, case), line + 1_mdmp_int)
    call mdmp_recv(x(:, case), line + 1_mdmp_int, w(:, 9 - k:8), int(prev, mdmp_int), tagged, mdmp_world)
    do j = first, first + k - 2
      call mdmp_part(x(:, case), a(:, j))
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
    real(8), intent(inout) :: a(m, 0:9)
    integer(mdmp_long), parameter :: every(4) = [0_mdmp_long, 0_mdmp_long, -huge(1_mdmp_long), huge(1_mdmp_long)]
    integer(mdmp_long) :: b(4)
    integer :: j
    call mdmp_nest_begin(n(:, which), src, int(4 + which, mdmp_int), mdmp_any_order, 1_mdmp_int, [0_mdmp_long, 9_mdmp_long, 1_mdmp_long])
    call mdmp_nest_array(n(:, which), a, mdmp_writes, [every, [1_mdmp_long, 1_mdmp_long, 0_mdmp_long, 0_mdmp_long]])
    do while (mdmp_nest_next(n(:, which), b) /= 0)
      do j = int(b(1)), int(b(2))
        a(:, j) = step + j
      end do
    end do
  end subroutine
end module

program why
  use cases
  use mpi
  implicit none
  character(len=20) :: what
  integer(mdmp_handle) :: r(4) = 0_mdmp_handle
  integer :: step, level, ierr
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
    call swap(5, 1, w, 0, 9)                                ! nine parts
    call swap(6, licensed, w, 1, 1)                         ! no caller grants
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
    call expect(w(1, 8) == step + 3, 'what came last')
  end do
  call mdmp_region_end(r)
  call verdict
end program
