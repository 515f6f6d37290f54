! Counts: which box of a nest, or which iteration of a loop, changes what of a message last is learnt in one step and used in
! later ones. Each case is a kind of writer, and what goes wrong with its counts.
#define SRC 'counted.F90'
#include "mdmp.inc"
#define LINE(l) call mdmp_nest_begin(mdmp_n, SRC//achar(0), l, 0_mdmp_int, 1_mdmp_int, [1_mdmp_long, int(n,mdmp_long), 1_mdmp_long])
#define FEED(ex,l,s,how) if (mdmp_s(1) == 0_mdmp_handle) call mdmp_site(mdmp_s, SRC//achar(0), ex); call mdmp_nest_feed(mdmp_n, mdmp_s, l, how, s, int(next,mdmp_int), 0_mdmp_int, mdmp_world)
#define MOVE(x,l,got,s) EXCHANGE_AT(x); call mdmp_manage(mdmp_x, 0_mdmp_int); call mdmp_recv(mdmp_x, x, got, int(prev,mdmp_int), 0_mdmp_int, mdmp_world); call mdmp_send(mdmp_x, l, s, int(next,mdmp_int), 0_mdmp_int, mdmp_world); DONE
#define EXCHANGE_AT(x) block; use mdmp_rt; integer(mdmp_handle), save :: mdmp_x(4) = 0_mdmp_handle; call mdmp_begin(mdmp_x, SRC//achar(0), x)
#define HANDLES integer(mdmp_handle), save :: mdmp_n(4) = 0_mdmp_handle, mdmp_s(4) = 0_mdmp_handle; integer(mdmp_long) :: mdmp_b(4), k, w
#define UNIT(l) call mdmp_unit(mdmp_n, SRC//achar(0), l)
module counted
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: m = 400, n = 64, steps = 40
contains

  pure real(8) function f(i, j, v)
    integer, intent(in) :: i, j, v
    f = 1d6*v + 1d3*j + i
  end function

  logical function is(got, v, name)
    real(8), intent(in) :: got(m, n)
    integer, intent(in) :: v
    character(*), intent(in) :: name
    integer :: i, j
    is = .true.
    do j = 1, n
      do i = 1, m
        is = is .and. got(i, j) == f(i, j, v)
      end do
    end do
    call expect(is, name)
  end function

  ! Boxes of a nest that writes columns in an order of its own: the same each step (12), another one each step (22), and the
  ! same, but something is written behind it, too (32).
  subroutine boxes(u, got, l, kind)
    real(8), intent(inout) :: u(m, n), got(m, n)
    integer, intent(in) :: kind
    integer(mdmp_int), intent(in) :: l
    integer :: step, i, j, c
    do step = 1, steps
      call box_nest(u, step, l, kind)
      c = 10*step + me
      if (kind == 2) then
        do j = 1, n, 3
          do i = 1, m
            u(i, j) = f(i, j, c)
          end do
        end do
      end if
      if (l == 11) then
        MOVE(11_mdmp_int, 12_mdmp_int, got, u)
      else if (l == 21) then
        MOVE(21_mdmp_int, 22_mdmp_int, got, u)
      else
        MOVE(31_mdmp_int, 32_mdmp_int, got, u)
      end if
      if (.not. is(got, 10*step + prev, 'boxes')) return
    end do
  end subroutine

  subroutine box_nest(u, step, l, kind)
    real(8), intent(inout) :: u(m, n)
    integer, intent(in) :: step, kind
    integer(mdmp_int), intent(in) :: l
    integer :: i, j, c, v
    v = 10*step + me
    if (kind == 2) v = -step
    block
      HANDLES
      LINE(l)
      mdmp_s = 0
      FEED(l, l + 1_mdmp_int, u, mdmp_counted)
      BOXES
      do j = int(mdmp_b(1)), int(mdmp_b(2))
        c = 1 + modulo(7*j + merge(step*5, 0, kind == 1), n)
        do i = 1, m
          u(i, c) = f(i, c, 10*step + me)
          if (kind == 2 .and. modulo(c, 3) == 1) u(i, c) = v
        end do
      end do
      end do
    end block
  end subroutine

  ! Iterations of a loop: as many each step (42), more or fewer (52), one that is left for good now and then (62).
  subroutine iterations(u, got, l, kind)
    real(8), intent(inout) :: u(m, n), got(m, n)
    integer, intent(in) :: kind
    integer(mdmp_int), intent(in) :: l
    integer :: step, i, j
    do step = 1, steps
      call loop(u, step, l, kind)
      do j = 1, n ! what the loop left
        do i = 1, m
          if (u(i, j) /= f(i, j, 10*step + me)) u(i, j) = f(i, j, 10*step + me)
        end do
      end do
      if (l == 41) then
        MOVE(41_mdmp_int, 42_mdmp_int, got, u)
      else if (l == 51) then
        MOVE(51_mdmp_int, 52_mdmp_int, got, u)
      else
        MOVE(61_mdmp_int, 62_mdmp_int, got, u)
      end if
      if (.not. is(got, 10*step + prev, 'iterations')) return
    end do
  end subroutine

  subroutine loop(u, step, l, kind)
    real(8), intent(inout) :: u(m, n)
    integer, intent(in) :: step, kind
    integer(mdmp_int), intent(in) :: l
    integer :: i, j, last
    HANDLES
    last = n
    if (kind == 1) last = n - modulo(step, 7)
    mdmp_s = 0
    k = 0
    w = 0
    j = 0
    do while (j < last)
      if (k == w) then
        UNIT(l)
        FEED(l, l + 1_mdmp_int, u, mdmp_counted)
        w = mdmp_unit_next(mdmp_n, k, 0_mdmp_int)
      end if
      k = k + 1
      j = j + 1
      if (kind == 2 .and. modulo(step, 5) == 0 .and. j == n/2) return
      do i = 1, m
        u(i, j) = f(i, j, 10*step + me)
      end do
    end do
    if (w >= 0) then
      UNIT(l)
      FEED(l, l + 1_mdmp_int, u, mdmp_counted)
      w = mdmp_unit_next(mdmp_n, k, 1_mdmp_int)
    end if
    if (l == 41 .and. step > steps/2) call expect(k == n, 'all iterations')
  end subroutine

  ! Too long to be counted (72): nothing is early, and nothing is copied.
  subroutine long_case
    real(8), allocatable :: u(:, :), got(:, :)
    integer :: step, i, j
    allocate (u(100*m, n), got(100*m, n))
    u = 0
    do step = 1, 4
      block
        HANDLES
        k = 0
        w = 0
        mdmp_s = 0
        do j = 1, n
          if (k == w) then
            UNIT(71_mdmp_int)
            FEED(71_mdmp_int, 72_mdmp_int, u, mdmp_counted)
            w = mdmp_unit_next(mdmp_n, k, 0_mdmp_int)
          end if
          k = k + 1
          do i = 1, 100*m
            u(i, j) = step + me
          end do
        end do
        call expect(w == -1, 'not asked again')
        mdmp_b = 0
      end block
      MOVE(71_mdmp_int, 72_mdmp_int, got, u)
      call expect(all(got == step + prev), 'long')
    end do
  end subroutine

  ! Another section at each unit: the pass is given up, and nothing of the old one is read.
  subroutine moving_case
    real(8), allocatable :: u(:, :), got(:, :)
    integer :: step, i, j
    allocate (got(m, n))
    do step = 1, steps
      block
        HANDLES
        k = 0
        w = 0
        mdmp_s = 0
        mdmp_b = 0
        do j = 1, n
          if (j == 1 .or. (j == n/2 .and. modulo(step, 3) > 0)) then
            if (allocated(u)) deallocate (u)
            allocate (u(m, n))
            u = 1
          end if
          if (k == w) then
            UNIT(81_mdmp_int)
            FEED(81_mdmp_int, 82_mdmp_int, u, mdmp_counted)
            w = mdmp_unit_next(mdmp_n, k, 0_mdmp_int)
          end if
          k = k + 1
          do i = 1, m
            u(i, j) = u(i, j) + step + me
          end do
        end do
        if (w >= 0) then
          UNIT(81_mdmp_int)
          FEED(81_mdmp_int, 82_mdmp_int, u, mdmp_counted)
          w = mdmp_unit_next(mdmp_n, k, 1_mdmp_int)
        end if
      end block
      MOVE(81_mdmp_int, 82_mdmp_int, got, u)
      call expect(all(got(:, n/2:) == 1 + step + prev), 'moving')
    end do
  end subroutine

  ! A loop that is left while it learns, and whose message is longer then (92): its copy is given back as it was taken.
  subroutine left_case
    real(8), allocatable :: u(:, :), got(:, :)
    integer :: step, i, j, c
    allocate (u(m, n), got(m, n))
    do step = 1, steps
      c = merge(n/4, n, step < 6)
      block
        HANDLES
        k = 0
        w = 0
        mdmp_s = 0
        mdmp_b = 0
        do j = 1, n
          if (step < 7 .and. j == n/4) exit
          if (k == w) then
            UNIT(91_mdmp_int)
            FEED(91_mdmp_int, 92_mdmp_int, u(:, :c), mdmp_counted)
            w = mdmp_unit_next(mdmp_n, k, 0_mdmp_int)
          end if
          k = k + 1
          u(:, j) = [(f(i, j, 10*step + me), i=1, m)]
        end do
        if (w >= 0 .and. step > 6) then
          UNIT(91_mdmp_int)
          FEED(91_mdmp_int, 92_mdmp_int, u(:, :c), mdmp_counted)
          w = mdmp_unit_next(mdmp_n, k, 1_mdmp_int)
        end if
      end block
      do j = n/4, n
        if (step < 7) u(:, j) = [(f(i, j, 10*step + me), i=1, m)]
      end do
      MOVE(91_mdmp_int, 92_mdmp_int, got(:, :c), u(:, :c))
      do j = 1, c
        call expect(all(got(:, j) == [(f(i, j, 10*step + prev), i=1, m)]), 'left')
      end do
    end do
  end subroutine
end module

program main
  use counted
  implicit none
  real(8), allocatable :: u(:, :), got(:, :)
  call start()
  allocate (u(m, n), got(m, n))
  u = 0
  REGION
  call boxes(u, got, 11_mdmp_int, 0)
  call boxes(u, got, 21_mdmp_int, 1)
  call boxes(u, got, 31_mdmp_int, 2)
  REGIONDONE
  REGION
  call iterations(u, got, 41_mdmp_int, 0)
  call iterations(u, got, 51_mdmp_int, 1)
  call iterations(u, got, 61_mdmp_int, 2)
  call long_case
  call moving_case
  call left_case
  REGIONDONE
  call iterations(u, got, 41_mdmp_int, 0) ! outside of a region
  call verdict()
end program
