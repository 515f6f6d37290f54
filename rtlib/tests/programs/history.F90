! Messages that nobody announces: the run time learns what is sent next and which nest completes it.
#define SRC 'history.F90'
#include "mdmp.inc"
module history
  use check
  use mpi
  implicit none
  integer, parameter :: m = 600, n = 24
  interface
    function isends() bind(C) result(k)
      use iso_c_binding, only: c_int
      integer(c_int) :: k
    end function
    function land(bytes) bind(C) result(p)
      use iso_c_binding, only: c_ptr, c_size_t
      integer(c_size_t), value :: bytes
      type(c_ptr) :: p
    end function
    subroutine flood(p, from, to) bind(C)
      use iso_c_binding, only: c_ptr, c_size_t
      type(c_ptr), value :: p
      integer(c_size_t), value :: from, to
    end subroutine
  end interface
  integer :: early ! sends in nests since the last exchange
contains

  pure real(8) function f(i, j, v)
    integer, intent(in) :: i, j, v
    f = 1d6*v + 1d3*j + i
  end function

  ! A procedure elsewhere: other bounds, and nobody tells it what is sent.
  subroutine fill(a, rows, cols, v)
    integer, intent(in) :: rows, cols, v
    real(8), intent(inout) :: a(0:rows - 1, cols + 2)
    integer :: i, j, before
    before = isends()
    NEST(2, cols + 1)
    NARRAY2(a, mdmp_writes, ALL_OF, AT(1, -1))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 0, rows - 1
        a(i, j) = f(i + 1, j - 1, v)
      end do
    end do
    NESTDONE
    early = early + isends() - before
  end subroutine

  ! Another nest that writes one column, seen as a plane of three dimensions.
  subroutine correct(a, cols, j0, v)
    integer, intent(in) :: cols, j0, v
    real(8), intent(inout) :: a(20, m/20, 0:cols + 1)
    integer :: i, k, before
    before = isends()
    NEST(1, m/20)
    NARRAY3(a, mdmp_writes, ALL_OF, AT(1, -1), FIXED(j0))
    BOXES
    do k = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, 20
        a(i, k, j0) = f(i + 20*(k - 1), j0, v) + 0.5d0
      end do
    end do
    NESTDONE
    early = early + isends() - before
  end subroutine

  ! The same by another nest.
  subroutine refill(a, rows, cols, v)
    integer, intent(in) :: rows, cols, v
    real(8), intent(inout) :: a(0:rows - 1, cols + 2)
    integer :: i, j, before
    before = isends()
    NEST(2, cols + 1)
    NARRAY2(a, mdmp_writes, ALL_OF, AT(1, -1))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = rows - 1, 0, -1
        a(i, j) = f(i + 1, j - 1, v)
      end do
    end do
    NESTDONE
    early = early + isends() - before
  end subroutine

  subroutine halo(a, left, right)
    real(8), intent(inout) :: a(:, 0:)
    integer, intent(in) :: left, right
    integer :: k
    k = ubound(a, 2) - 1
    EXCHANGE
    call mdmp_manage(mdmp_x, 0_mdmp_int)
    RECV(a(:, k + 1), right, 0)
    RECV(a(:, 0), left, 0)
    SEND(a(:, 1), left, 0)
    SEND(a(:, k), right, 0)
    DONE
  end subroutine

  subroutine arrived(a, v, what)
    real(8), intent(in) :: a(:, 0:)
    integer, intent(in) :: v
    character(*), intent(in) :: what
    integer :: i, k
    k = ubound(a, 2) - 1
    call expect(all(a(:, 0) == [(f(i, k, v + prev), i=1, size(a, 1))]), what//', left')
    call expect(all(a(:, k + 1) == [(f(i, 1, v + next), i=1, size(a, 1))]), what//', right')
  end subroutine

  subroutine count(steady, what)
    logical, intent(in) :: steady
    character(*), intent(in) :: what
    if (steady) call expect(early >= 8, what//': sent early')
    early = 0
  end subroutine

  subroutine test_same()
    real(8), pointer :: u(:, :) ! never freed: its messages are new
    integer :: step
    allocate (u(m, 0:n + 1))
    early = 0
    do step = 1, 10
      call fill(u, m, n, 10*step + me)
      call count(step > 3, 'same')
      call halo(u, prev, next)
      call arrived(u, 10*step, 'same')
    end do
  end subroutine

  ! Loops that take turns: after two steps, or three, the same one writes again.
  subroutine test_turns(of)
    integer, intent(in) :: of
    real(8), pointer :: u(:, :) ! never freed: its messages are new
    integer :: step
    allocate (u(m, 0:n + 1))
    early = 0
    do step = 1, 9*of
      if (mod(step, of) == 0) then
        call fill(u, m, n, 10*step + me)
      else
        if (mod(step, of) == 2) call fill(u, m, n, 10*step + me)
        call refill(u, m, n, 10*step + me)
      end if
      call count(step > 4*of, 'turns')
      call halo(u, prev, next)
      call arrived(u, 10*step, 'turns')
    end do
  end subroutine

  ! The same with another field on the lane that is written now once, now twice: that is no reason to forget who takes turns.
  subroutine test_irregular()
    real(8), pointer :: u(:, :), w(:, :) ! never freed: their messages are new
    integer :: step
    allocate (u(m, 0:n + 1), w(m, 0:n + 1))
    do step = 1, 40
      call fill(w, m, n, 10*step + me)
      if (mod(step, 5) == 0) call fill(w, m, n, 10*step + me)
      early = 0
      if (mod(step, 2) == 0) call fill(u, m, n, 10*step + me)
      if (mod(step, 2) == 1) call refill(u, m, n, 10*step + me)
      call count(step > 8, 'irregular')
      call halo(w, prev, next)
      call halo(u, prev, next)
      call arrived(w, 10*step, 'irregular, other')
      call arrived(u, 10*step, 'irregular')
    end do
  end subroutine

  ! Two time levels: pointers that change places.
  subroutine test_levels()
    real(8), pointer :: a(:, :), b(:, :), c(:, :) ! never freed: their messages are new
    integer :: step
    allocate (a(m, 0:n + 1), b(m, 0:n + 1))
    early = 0
    do step = 1, 14
      call fill(b, m, n, 10*step + me)
      call count(step > 6, 'levels')
      call halo(b, prev, next)
      call arrived(b, 10*step, 'levels')
      c => a; a => b; b => c
    end do
  end subroutine

  ! Three fields through one routine; all are written before the first is sent.
  subroutine test_fields()
    real(8), pointer :: u(:, :, :) ! never freed: its messages are new
    integer :: step, k
    allocate (u(m, 0:n + 1, 3))
    early = 0
    do step = 1, 14
      do k = 1, 3
        call fill(u(:, :, k), m, n, 100*step + 10*k + me)
      end do
      if (step > 5) call expect(early >= 24, 'fields: sent early')
      early = 0
      do k = 1, 3
        call halo(u(:, :, k), prev, next)
      end do
      do k = 1, 3
        call arrived(u(:, :, k), 100*step + 10*k, 'fields')
      end do
    end do
  end subroutine

  ! As a multigrid cycle does: levels down and up again, 40 messages a lane before anything repeats.
  subroutine test_cycle()
    integer, parameter :: levels = 20
    real(8), pointer :: u(:, :, :) ! never freed: its messages are new
    integer :: step, l, k, j
    allocate (u(m, 0:4, levels))
    do step = 1, 6
      do k = 1, 2*levels
        l = min(k, 2*levels + 1 - k)
        early = 0
        call fill(u(:, :, l), m, 3, 100*step + k + me)
        if (step > 4) call expect(early >= 8, 'cycle: sent early')
        EXCHANGE
        call mdmp_manage(mdmp_x, 0_mdmp_int)
        RECV(u(:, 4, l), next, 5)
        RECV(u(:, 0, l), prev, 6)
        SEND(u(:, 1, l), prev, 5)
        SEND(u(:, 3, l), next, 6)
        DONE
        call expect(all(u(:, 0, l) == [(f(j, 3, 100*step + k + prev), j=1, m)]), 'cycle, left')
        call expect(all(u(:, 4, l) == [(f(j, 1, 100*step + k + next), j=1, m)]), 'cycle, right')
      end do
    end do
  end subroutine

  ! An order that is too long to be seen, with messages of all sizes.
  subroutine test_long()
    integer, parameter :: columns = 90
    real(8), pointer :: u(:, :)
    integer :: step, k, i
    allocate (u(m, 0:columns + 1))
    do step = 1, 3
      do k = 1, columns
        call fill(u, m, columns, 1000*step + k + me)
        EXCHANGE
        call mdmp_manage(mdmp_x, 0_mdmp_int)
        RECV(u(:k, 0), prev, 7)
        SEND(u(:k, k), next, 7)
        DONE
        call expect(all(u(:k, 0) == [(f(i, k, 1000*step + k + prev), i=1, k)]), 'long')
      end do
    end do
    deallocate (u)
  end subroutine

  ! The array goes and comes back elsewhere, smaller or not at all.
  subroutine test_moves()
    real(8), allocatable :: u(:, :), other(:, :)
    integer :: step, k
    early = 0
    do step = 1, 40
      k = n - merge(n/2, 0, modulo(step, 8) > 5)
      if (modulo(step, 4) == 1 .or. allocated(other)) then
        if (allocated(u)) deallocate (u)
        if (allocated(other)) deallocate (other)
        if (modulo(step, 3) == 0) allocate (other(m, 2*n))
        allocate (u(m, 0:k + 1))
      end if
      k = ubound(u, 2) - 1
      call fill(u, m, k, 10*step + me)
      call halo(u, prev, next)
      call arrived(u, 10*step, 'moves')
      if (modulo(step, 7) == 0) then ! what was sent is gone, its place is another's
        deallocate (u)
        if (allocated(other)) deallocate (other)
        allocate (other(m, 0:n/3))
        call fill(other, m, n/3 - 1, 3)
      end if
      if (.not. allocated(u)) allocate (u(m, 0:k + 1))
    end do
  end subroutine

  ! The neighbours change.
  subroutine test_peers()
    real(8), allocatable :: u(:, :)
    integer :: step, d, i
    allocate (u(m, 0:n + 1))
    do step = 1, 24
      d = 1 + modulo(step/5, 3)
      call fill(u, m, n, 10*step + me)
      call halo(u, modulo(me - d, np), modulo(me + d, np))
      call expect(all(u(:, 0) == [(f(i, n, 10*step + modulo(me - d, np)), i=1, m)]), 'peers, left')
      call expect(all(u(:, n + 1) == [(f(i, 1, 10*step + modulo(me + d, np)), i=1, m)]), 'peers, right')
      call halo(u, merge(-1, prev, me == 0), merge(-1, next, me == np - 1))
    end do
  end subroutine

  ! A statement that nobody sees changes what was sent.
  subroutine test_changed()
    real(8), allocatable :: u(:, :)
    integer :: step
    allocate (u(m, 0:n + 1))
    do step = 1, 30
      call fill(u, m, n, 10*step + me)
      if (modulo(step, 4) /= 0) u(7, 1) = -step
      if (modulo(step, 4) /= 0) u(:, n) = -u(:, n)
      call halo(u, prev, next)
      if (modulo(step, 4) == 0) then
        call arrived(u, 10*step, 'changed')
      else
        call expect(u(7, n + 1) == -step .and. u(8, n + 1) == f(8, 1, 10*step + next), 'changed, right')
        call expect(u(9, 0) == -f(9, n, 10*step + prev), 'changed, left')
      end if
    end do
  end subroutine

  ! Of several nests the last one sends.
  subroutine test_last()
    real(8), pointer :: u(:, :) ! never freed: its messages are new
    integer :: step, i, first
    allocate (u(m, 0:n + 1))
    do step = 1, 12
      early = 0
      call fill(u, m, n, -step)
      call fill(u, m, n, 10*step + me)
      call correct(u, n, 5, 1)
      first = early
      if (step > 3) call expect(first >= 4 .and. first <= 6, 'last: one message, by the second nest')
      call correct(u, n, n, 10*step + me)
      call halo(u, prev, next)
      if (step > 3) call expect(early >= first + 4, 'last: the other one, by the last nest')
      call expect(all(u(:, 0) == [(f(i, n, 10*step + prev) + 0.5d0, i=1, m)]), 'last, left')
      call expect(all(u(:, n + 1) == [(f(i, 1, 10*step + next), i=1, m)]), 'last, right')
    end do
  end subroutine

  ! The extent of what is sent changes, down to nothing.
  subroutine test_sizes()
    real(8), allocatable :: u(:, :)
    integer :: step, k, i
    allocate (u(m, 0:n + 1))
    do step = 1, 40
      k = m
      if (modulo(step, 5) == 0) k = 0
      if (modulo(step, 7) == 0) k = m/2
      if (step > 30) k = 0
      call fill(u, m, n, 10*step + me)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECV(u(:k, 0), prev, 0)
      SEND(u(:k, n), next, 0)
      DONE
      call expect(all(u(:k, 0) == [(f(i, n, 10*step + prev), i=1, k)]), 'sizes')
    end do
  end subroutine

  ! Part of what was sent is gone, and its place with it: nobody may look there.
  subroutine test_freed()
    use iso_c_binding
    integer(c_size_t), parameter :: page = 4096, bytes = 8*page
    real(8), pointer :: u(:, :)
    real(8) :: row(0:31), block(128*22)
    type(c_ptr) :: p
    integer :: step, k, i
    p = land(bytes)
    do step = 1, 10
      k = merge(32, 16, step <= 6)
      if (step == 7) call flood(p, bytes/2, bytes)
      call c_f_pointer(p, u, [128, k])
      early = 0
      call fill(u, 128, k - 2, 10*step + me)
      if (step == 6) call expect(early >= 4, 'freed: sent early')
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECV(row(2:k - 1), prev, 0)
      RECV(block(:128*(k - 10)), next, 0)
      SEND(u(3, 2:k - 1), next, 0)
      SENDN(u, 128*5, 128*(k - 10), prev, 0)
      DONE
      call expect(all(row(2:k - 1) == [(f(3, i, 10*step + prev), i=1, k - 2)]), 'freed, row')
      call expect(block(1) == f(1, 5, 10*step + next), 'freed, block')
    end do
  end subroutine

  ! Two fields in one message, written by different nests; rows, too.
  subroutine test_parts()
    real(8), pointer :: u(:, :), v(:, :) ! never freed: their messages are new
    integer :: step, i, j
    allocate (u(m, 0:n + 1), v(m, 0:n + 1))
    early = 0
    do step = 1, 12
      call fill(u, m, n, 10*step + me)
      call fill(v, m, n, 10*step + me + 1000)
      if (step > 3) call expect(early >= 3, 'parts: sent early')
      early = 0
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      PART(u(:, 0)); PART(v(:, 0)); PART(v(2, 1:n)); RECVP(prev, 3)
      PART(u(:, n)); PART(v(:, n)); PART(v(3, 1:n)); SENDP(next, 3)
      DONE
      call expect(all(u(:, 0) == [(f(i, n, 10*step + prev), i=1, m)]), 'parts, u')
      call expect(all(v(:, 0) == [(f(i, n, 10*step + prev + 1000), i=1, m)]), 'parts, v')
      call expect(all(v(2, 1:n) == [(f(3, j, 10*step + prev + 1000), j=1, n)]), 'parts, row')
    end do
  end subroutine

  ! Fields that are one array of three dimensions where they are sent, and arrays of two where they are written: by a nest
  ! each, and one of them now and then by a statement that nobody knows of.
  subroutine test_shares()
    integer, parameter :: fields = 5
    real(8), pointer :: w(:, :, :) ! never freed: its messages are new
    real(8) :: face(m, fields), rows(0:n + 1, fields)
    real(8), allocatable :: all_of(:, :, :)
    integer :: step, k, i, j, was
    allocate (w(m, 0:n + 1, fields), all_of(m, 0:n + 1, 2))
    w = 0
    do step = 1, 20
      early = 0
      do k = 1, fields
        was = early
        call fill(w(:, :, k), m, n, 10*step + me + 1000*k)
        if (step > 7 .and. step < 12 .and. k < 4) call expect(early > was, 'shares: sent early')
      end do
      if (step > 7 .and. step < 12) call expect(early >= 3*fields, 'shares: sent early by all')
      if (step > 12) w(7, n, 4) = -step
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECV(face, prev, 11)
      RECV(rows, next, 12)
      RECV(all_of, next, 13)
      SEND(w(:, n, :), next, 11)
      SEND(w(3, :, :), prev, 12)
      SEND(w(:, :, 2:3), prev, 13)
      DONE
      do k = 1, fields
        call expect(all(face(8:, k) == [(f(i, n, 10*step + prev + 1000*k), i=8, m)]), 'shares, face')
        call expect(all(rows(1:n, k) == [(f(3, j, 10*step + next + 1000*k), j=1, n)]), 'shares, rows')
      end do
      call expect(face(7, 4) == merge(-1d0*step, f(7, n, 10*step + prev + 4000), step > 12), 'shares, changed')
      call expect(all(all_of(:, 5, 2) == [(f(i, 5, 10*step + next + 3000), i=1, m)]), 'shares, all of two')
    end do
  end subroutine
end module

program main
  use history
  implicit none
  call start()
  REGION
  call test_same()
  call test_turns(2)
  call test_turns(3)
  call test_irregular()
  call test_levels()
  call test_fields()
  call test_last()
  call test_parts()
  call test_shares()
  call test_cycle()
  call test_freed()
  call test_long()
  call test_moves() ! from here on guesses are wrong now and then, and not made for a while
  call test_peers()
  call test_sizes()
  call test_changed()
  REGIONDONE
  call verdict()
end program
