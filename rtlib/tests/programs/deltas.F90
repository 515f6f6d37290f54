! The sizes of pieces that regions ask for: as many frames, in regions in regions, and of elements of two kinds.
#define SRC 'deltas.F90'
module deltas
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: n = 600
  logical :: at_exchange = .false. ! nothing is sent early (MDMP_TUNE=4): what is stated is cut at the exchange
  interface
    function iframes() bind(C) result(k)
      use iso_c_binding, only: c_int
      integer(c_int) :: k
    end function
  end interface
contains
  ! One message, fired as soon as it is written, in as many frames with data as pieces says, and at most one more:
  ! the place of the directive. early: only where it is fired.
  subroutine step(pieces, what, early)
    integer, intent(in) :: pieces
    logical, intent(in), optional :: early
    character(*), intent(in) :: what
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    integer, save :: t = 0
    real(8) :: u(n), v(n)
    integer :: before, i
    t = t + 1
    u = [(1d6*t + 1d4*me + i, i=1, n)]
    before = iframes()
    if (t > 1) call mdmp_fire(x, 102_mdmp_int, 0_mdmp_int, u, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    if (.not. at_exchange) call count_frames(iframes() - before)
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, 0_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, v, int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 102_mdmp_int, u, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(x)
    call mdmp_keep(v)
    if (at_exchange) call count_frames(iframes() - before)
    call expect(all(v == [(1d6*t + 1d4*prev + i, i=1, n)]), 'the data')
  contains
    subroutine count_frames(k)
      integer, intent(in) :: k
      integer :: want
      want = pieces
      if (at_exchange .and. present(early)) want = 0
      call expect(t == 1 .or. k == want .or. k == want + 1, what)
    end subroutine
  end subroutine

  subroutine test(bad)
    logical, intent(in) :: bad
    integer(mdmp_handle), save :: r(4) = 0_mdmp_handle, inner(4) = 0_mdmp_handle
    call mdmp_region_begin(r, SRC//achar(0), 90_mdmp_int)
    call step(0, 'the first is not known')
    call step(4, 'a quarter of 4800 bytes, in whole lines', early=.true.)
    call mdmp_region_delta(r, 100_mdmp_handle)
    call step(50, '100 bytes are 12 elements')
    call mdmp_region_begin(inner, SRC//achar(0), 91_mdmp_int)
    call step(50, 'as around it')
    call mdmp_region_elements(inner)
    call step(n, 'one message an element')
    call mdmp_region_delta(inner, 1_mdmp_handle)
    call step(n, 'no piece is less than an element')
    call mdmp_region_delta(inner, 1000000_mdmp_handle)
    call step(1, 'no more than there is')
    call mdmp_region_end(inner)
    call step(50, 'as before the inner one')
    if (bad) call mdmp_region_delta(r, 0_mdmp_handle)
    call mdmp_region_end(r)
  end subroutine
end module

program p
  use deltas
  implicit none
  character(9) :: how
  call start()
  call get_command_argument(1, how)
  at_exchange = how == 'exchange'
  call test(how == 'bad')
  call verdict()
end program
