! The sizes of pieces that regions ask for: as many frames, in regions in regions, and of elements of two kinds.
#define SRC 'deltas.F90'
module deltas
  use check
  use mdmp_rt
  implicit none
  integer, parameter :: n = 600
  interface
    function iframes() bind(C) result(k)
      use iso_c_binding, only: c_int
      integer(c_int) :: k
    end function
  end interface
contains
  ! One message, fired as soon as it is written, in as many frames with data as pieces says, and at most one more:
  ! the place of the directive.
  subroutine step(pieces, what)
    integer, intent(in) :: pieces
    character(*), intent(in) :: what
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    integer, save :: t = 0
    real(8) :: u(n), v(n)
    integer :: before, i
    t = t + 1
    u = [(1d6*t + 1d4*me + i, i=1, n)]
    before = iframes()
    if (t > 1) call mdmp_fire(x, 102_mdmp_int, 0_mdmp_int, u, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    i = iframes() - before
    call expect(t == 1 .or. i == pieces .or. i == pieces + 1, what)
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, 0_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, v, int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 102_mdmp_int, u, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(x)
    call mdmp_keep(v)
    call expect(all(v == [(1d6*t + 1d4*prev + i, i=1, n)]), 'the data')
  end subroutine

  subroutine test(bad)
    logical, intent(in) :: bad
    integer(mdmp_handle), save :: r(4) = 0_mdmp_handle, inner(4) = 0_mdmp_handle
    call mdmp_region_begin(r, SRC//achar(0), 90_mdmp_int)
    call step(0, 'the first is not known')
    call step(4, 'a quarter of 4800 bytes, in whole lines')
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
  call start()
  call test(command_argument_count() > 0)
  call verdict()
end program
