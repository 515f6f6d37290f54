! Messages that no nest writes between one exchange and the next: they go as soon as the one before has gone.
#define SRC 'still.F90'
#include "mdmp.inc"
#define RECVL(l,s,p,t) call mdmp_recv(mdmp_x, l, s, int(p,mdmp_int), int(t,mdmp_int), mdmp_world)
#define SENDL(l,s,p,t) call mdmp_send(mdmp_x, l, s, int(p,mdmp_int), int(t,mdmp_int), mdmp_world)
module still
  use check
  implicit none
  integer, parameter :: m = 600, n = 8, steps = 50
contains

  pure real(8) function f(i, j, v)
    integer, intent(in) :: i, j, v
    f = 1d6*v + 1d3*j + i
  end function

  subroutine fill(a, v)
    integer, intent(in) :: v
    real(8), intent(inout) :: a(m, 0:n + 1)
    integer :: i, j
    NEST(1, n)
    NARRAY2(a, mdmp_writes, ALL_OF, AT(1, 0))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, m
        a(i, j) = f(i, j, v)
      end do
    end do
    NESTDONE
  end subroutine

  ! One of a lane after the other: a field that a nest writes each time, one that nothing writes; and the edge of each in one.
  subroutine plain_case(u, w)
    real(8), intent(inout) :: u(m, 0:n + 1), w(m, 0:n + 1)
    real(8) :: part(2*m)
    integer :: step, i
    call fill(w, 7 + me)
    do step = 1, steps
      call fill(u, 10*step + me)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(11_mdmp_int, u(:, 0), prev, 0)
      SENDL(12_mdmp_int, u(:, n), next, 0)
      DONE
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(21_mdmp_int, w(:, 0), prev, 0)
      SENDL(22_mdmp_int, w(:, n), next, 0)
      DONE
      call expect(all(u(:, 0) == [(f(i, n, 10*step + prev), i=1, m)]), 'written')
      call expect(all(w(:, 0) == [(f(i, n, 7 + prev), i=1, m)]), 'not written')
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      PART(part(:m)); PART(part(m + 1:)); RECVP(prev, 3)
      PART(u(:, 1)); PART(w(:, 1))
      call mdmp_send_parts(mdmp_x, 32_mdmp_int, int(next, mdmp_int), 3_mdmp_int, mdmp_world)
      DONE
      call expect(all(part == [(f(i, 1, 10*step + prev), i=1, m), (f(i, 1, 7 + prev), i=1, m)]), 'parts')
    end do
  end subroutine

  ! It is written all the same: each time by a statement (42); now and then by one, or by a nest (52).
  subroutine written_case(u, w)
    real(8), intent(inout) :: u(m, 0:n + 1), w(m, 0:n + 1)
    integer :: step, v
    w = 0
    v = me
    call fill(w, v)
    do step = 1, steps
      u(:, n) = step + me
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(41_mdmp_int, u(:, 0), prev, 0)
      SENDL(42_mdmp_int, u(:, n), next, 0)
      DONE
      call expect(all(u(:, 0) == step + prev), 'by a statement')
      if (step == 16 .or. step == 17) w(3, n) = -step
      if (step == 30) call fill(w, step + me)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(51_mdmp_int, w(:, 0), prev, 0)
      SENDL(52_mdmp_int, w(:, n), next, 0)
      DONE
      if (step < 30) call expect(w(9, 0) == f(9, n, prev), 'as it was')
      if (step == 16 .or. step == 17) call expect(w(3, 0) == -step, 'now and then')
      if (step >= 30) call expect(w(3, 0) == f(3, n, 30 + prev), 'by a nest')
    end do
  end subroutine

  ! Its memory goes; it is received into before it is sent on, and that may still be pending.
  subroutine lost_case(w)
    real(8), intent(inout) :: w(m, 0:n + 1)
    real(8), allocatable :: gone(:)
    real(8) :: got(m)
    integer :: step
    w = me
    do step = 1, steps
      allocate (gone(m))
      gone = 3
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(61_mdmp_int, got, prev, 0)
      SENDL(62_mdmp_int, gone, next, 0)
      DONE
      call expect(all(got == 3), 'gone')
      deallocate (gone)
      EXCHANGE
      call mdmp_manage(mdmp_x, 1_mdmp_int)
      RECVL(71_mdmp_int, w(:, 0), prev, 0)
      SENDL(72_mdmp_int, w(:, n), next, 0)
      DONE
      EXCHANGE
      call mdmp_manage(mdmp_x, 1_mdmp_int)
      RECVL(81_mdmp_int, w(:, 1), prev, 0)
      SENDL(82_mdmp_int, w(:, 0), next, 0)
      DONE
      block
        use mdmp_rt
        call mdmp_settle
      end block
      call expect(all(w(:, 0) == prev) .and. all(w(:, 1) == modulo(prev - 1, np)), 'sent on')
    end do
  end subroutine

  ! Messages of 33 and of 64 sections: half of those of the first are written by a nest.
  subroutine many_case(u, w)
    real(8), intent(inout) :: u(m, 0:n + 1), w(m, 0:n + 1)
    real(8) :: got(33*m/4), all_of(64*m/8)
    integer :: step, i, j
    call fill(w, 3)
    do step = 1, steps
      call fill(u, step)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      PART(got); RECVP(prev, 4)
      do j = 1, 4
        do i = 0, 3
          PART(u(i*m/4 + 1:(i + 1)*m/4, j)); PART(w(i*m/4 + 1:(i + 1)*m/4, j))
        end do
      end do
      PART(u(:m/4, 5))
      call mdmp_send_parts(mdmp_x, 132_mdmp_int, int(next, mdmp_int), 4_mdmp_int, mdmp_world)
      DONE
      call expect(got(1) == f(1, 1, step) .and. got(m/4 + 1) == f(1, 1, 3) .and. got(8*m) == f(m, 4, 3), 'many sections')
      call expect(all(got(8*m + 1:) == [(f(i, 5, step), i=1, m/4)]), 'the last of them')
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      PART(all_of); RECVP(prev, 5)
      do j = 1, 8
        do i = 0, 7
          PART(u(i*m/8 + 1:(i + 1)*m/8, j))
        end do
      end do
      call mdmp_send_parts(mdmp_x, 142_mdmp_int, int(next, mdmp_int), 5_mdmp_int, mdmp_world)
      DONE
      call expect(all(all_of == [((f(i, j, step), i=1, m), j=1, n)]), 'as many as a mask has bits')
    end do
  end subroutine

  ! Regions that are entered each step: nothing writes it (92); a nest behind the exchange does, in the region (102); so does
  ! a statement that nobody sees, now and then, before the region is entered again (112); its memory goes (122).
  subroutine entered_case(u, w)
    real(8), intent(inout) :: u(m, 0:n + 1), w(m, 0:n + 1)
    real(8) :: got(m), v(m, 0:n + 1)
    real(8), allocatable :: gone(:, :)
    integer :: step, i
    w = me
    u = me
    v = me
    got = 0
    do step = 1, steps
      if (mod(step, 16) == 0) v(7, n) = -step
      allocate (gone(m, 0:n + 1))
      gone = step
      REGION
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(91_mdmp_int, got, prev, 0)
      SENDL(92_mdmp_int, w(:, n), next, 0)
      DONE
      call expect(all(got == prev), 'a region each')
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(101_mdmp_int, got, prev, 1)
      SENDL(102_mdmp_int, u(:, n), next, 1)
      DONE
      if (step > 1) call expect(all(got == [(f(i, n, step - 1 + prev), i=1, m)]), 'by a nest of the last stay')
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(111_mdmp_int, got, prev, 2)
      SENDL(112_mdmp_int, v(:, n), next, 2)
      DONE
      if (mod(step, 16) == 0) call expect(got(7) == -step, 'changed between two stays')
      if (step > 1) call expect(got(8) == f(8, n, step - 1 + prev), 'changed in part')
      call fill(u, step + me)
      call fill(v, step + me)
      call fill(gone, step + me)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      RECVL(121_mdmp_int, got, prev, 3)
      SENDL(122_mdmp_int, gone(:, n), next, 3)
      DONE
      call expect(all(got == [(f(i, n, step + prev), i=1, m)]), 'in memory that goes')
      call fill(gone, 1000)
      REGIONDONE
      deallocate (gone)
    end do
  end subroutine
end module

program main
  use still
  implicit none
  real(8), allocatable :: u(:, :), w(:, :)
  call start()
  allocate (u(m, 0:n + 1), w(m, 0:n + 1))
  REGION
  call plain_case(u, w)
  REGIONDONE
  REGION
  call written_case(u, w)
  REGIONDONE
  REGION
  call lost_case(w)
  REGIONDONE
  REGION
  call many_case(u, w)
  REGIONDONE
  call entered_case(u, w)
  call verdict()
end program
