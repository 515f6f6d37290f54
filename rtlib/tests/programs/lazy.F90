! Receives that wait for the nests that read them: in other procedures, under other names, bounds and ranks.
#define SRC 'lazy.F90'
#include "mdmp.inc"
module lazy
  use check
  use mpi
  implicit none
  integer, parameter :: m = 40, n = 30
  real(8) :: shared(m, 0:n + 1)
  common /field/ shared
contains

  pure real(8) function f(i, j, v)
    integer, intent(in) :: i, j, v
    f = 1d6*v + 1d3*j + i
  end function

  ! The others are late, so that whoever does not wait sees old values.
  subroutine tarry(step)
    integer, intent(in) :: step
    real(8) :: until
    if (me /= modulo(step, np) .or. np == 1) return
    until = mpi_wtime() + 0.02d0
    do while (mpi_wtime() < until)
    end do
  end subroutine

  subroutine produce(a, v)
    real(8), intent(inout) :: a(m, 0:n + 1)
    integer, intent(in) :: v
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = f(i, j, v)
      end do
    end do
    a(:, 0) = -1
    a(:, n + 1) = -1
  end subroutine

  subroutine halo(a, step)
    real(8), intent(inout) :: a(:, 0:)
    integer, intent(in) :: step
    call tarry(step)
    EXCHANGE
    call mdmp_manage(mdmp_x, 1_mdmp_int)
    RECV(a(:, n + 1), next, 0)
    RECV(a(:, 0), prev, 1)
    SEND(a(:, 1), prev, 0)
    SEND(a(:, n), next, 1)
    DONE
  end subroutine

  subroutine seen(left, right, v, what)
    real(8), intent(in) :: left(m), right(m)
    integer, intent(in) :: v
    character(*), intent(in) :: what
    integer :: i
    call expect(all(left == [(f(i, n, v + prev), i=1, m)]), what//', left')
    call expect(all(right == [(f(i, 1, v + next), i=1, m)]), what//', right')
  end subroutine

  ! Bounds of its own.
  subroutine other_bounds(a, b)
    real(8), intent(inout) :: a(0:m - 1, n + 2)
    real(8), intent(out) :: b(m, n + 2)
    integer :: i, j
    NEST(1, n + 2)
    NARRAY2(a, mdmp_reads, ALL_OF, AT(1, -1))
    NARRAY2(b, mdmp_writes, ALL_OF, AT(1, -1))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, m
        b(i, j) = a(i - 1, j)
      end do
    end do
    NESTDONE
  end subroutine

  ! Another rank: whole planes of two columns.
  subroutine other_rank(a, b)
    real(8), intent(inout) :: a(m, 2, (n + 2)/2)
    real(8), intent(out) :: b(m, 2, (n + 2)/2)
    integer :: i, j, k
    NEST(1, (n + 2)/2)
    NARRAY3(a, mdmp_reads, ALL_OF, ALL_OF, AT(1, -1))
    NARRAY3(b, mdmp_writes, ALL_OF, ALL_OF, AT(1, -1))
    BOXES
    do k = int(mdmp_b(1)), int(mdmp_b(2))
      do j = 1, 2
        do i = 1, m
          b(i, j, k) = a(i, j, k)
        end do
      end do
    end do
    NESTDONE
  end subroutine

  ! Sequence association: an element was passed, the extent is not known.
  subroutine assumed_size(a, b)
    real(8), intent(inout) :: a(*)
    real(8), intent(out) :: b(*)
    integer :: i
    NEST(1, m)
    NARRAY1(a, mdmp_reads, AT(1, -1))
    NARRAY1(b, mdmp_writes, AT(1, -1))
    BOXES
    do i = int(mdmp_b(1)), int(mdmp_b(2))
      b(i) = a(i)
    end do
    NESTDONE
  end subroutine

  ! As codes of the seventies have it.
  subroutine extent_of_one(a, b)
    real(8), intent(inout) :: a(1)
    real(8), intent(out) :: b(1)
    integer :: i
    NEST(1, m*(n + 2))
    NARRAY1(a, mdmp_reads, AT(1, -1))
    NARRAY1(b, mdmp_writes, AT(1, -1))
    BOXES
    do i = int(mdmp_b(1)), int(mdmp_b(2))
      b(i) = a(i)
    end do
    NESTDONE
  end subroutine

  ! Common storage with another shape.
  subroutine by_common(b)
    real(8), intent(out) :: b(m*(n + 2))
    real(8) :: line(m*(n + 2))
    integer :: i
    common /field/ line
    NEST(1, m*(n + 2))
    NARRAY1(line, mdmp_reads, AT(1, -1))
    NARRAY1(b, mdmp_writes, AT(1, -1))
    BOXES
    do i = int(mdmp_b(1)), int(mdmp_b(2))
      b(i) = line(i)
    end do
    NESTDONE
  end subroutine

  subroutine need_one(a)
    use mdmp_rt
    real(8), intent(inout) :: a(1)
    call mdmp_need(a)
  end subroutine

  subroutine test_names()
    real(8) :: b(m, 0:n + 1), u(m, 0:n + 1)
    integer :: step
    do step = 1, 8
      call produce(u, 10*step + me)
      call halo(u, step)
      call other_bounds(u, b)
      call seen(b(:, 0), b(:, n + 1), 10*step, 'other bounds')
      call produce(u, 10*step + me)
      call halo(u, step)
      call other_rank(u, b)
      call seen(b(:, 0), b(:, n + 1), 10*step, 'other rank')
      call produce(u, 10*step + me)
      call halo(u, step)
      call assumed_size(u(1, 0), b(1, 0))
      call assumed_size(u(1, n + 1), b(1, n + 1))
      call seen(b(:, 0), b(:, n + 1), 10*step, 'assumed size')
      call produce(u, 10*step + me)
      call halo(u, step)
      call extent_of_one(u, b)
      call seen(b(:, 0), b(:, n + 1), 10*step, 'extent of one')
      call produce(u, 10*step + me)
      call halo(u, step)
      call need_one(u)
      call seen(u(:, 0), u(:, n + 1), 10*step, 'need of one')
      call produce(shared, 10*step + me)
      call halo(shared, step)
      call by_common(b)
      call seen(b(:, 0), b(:, n + 1), 10*step, 'common')
    end do
  end subroutine

  ! Several exchanges under way; the nests come in another order.
  subroutine test_several()
    real(8) :: u(m, 0:n + 1), v(m, 0:n + 1), w(m, 0:n + 1), b(m, 0:n + 1)
    integer :: step
    do step = 1, 8
      call produce(u, 100*step + me)
      call produce(v, 100*step + 10 + me)
      call produce(w, 100*step + 20 + me)
      call halo(u, step)
      call halo(v, step + 1)
      call halo(w, step + 2)
      call other_bounds(w, b)
      call seen(b(:, 0), b(:, n + 1), 100*step + 20, 'several, w')
      call other_rank(u, b)
      call seen(b(:, 0), b(:, n + 1), 100*step, 'several, u')
      call other_bounds(v, b)
      call seen(b(:, 0), b(:, n + 1), 100*step + 10, 'several, v')
    end do
  end subroutine

  ! One receive of an exchange completes there, the other does not.
  subroutine test_prompt()
    real(8) :: u(m, 0:n + 1), b(m, 0:n + 1)
    integer :: step, i
    logical :: waited
    waited = .false.
    do step = 1, 8
      call produce(u, 10*step + me)
      call tarry(step)
      EXCHANGE
      call mdmp_manage(mdmp_x, 1_mdmp_int)
      call mdmp_prompt(mdmp_x, int(__LINE__ + 1, mdmp_int))
      RECV(u(:, n + 1), next, 0)
      RECV(u(:, 0), prev, 1)
      SEND(u(:, 1), prev, 0)
      SEND(u(:, n), next, 1)
      DONE
      call expect(all(u(:, n + 1) == [(f(i, 1, 10*step + next), i=1, m)]), 'prompt')
      waited = waited .or. u(1, 0) == -1
      call other_bounds(u, b)
      call seen(b(:, 0), b(:, n + 1), 10*step, 'prompt')
    end do
    if (np > 2) call expect(waited, 'prompt: the other receive was left pending')
  end subroutine
end module

program main
  use lazy
  implicit none
  call start()
  REGION
  call test_names()
  call test_several()
  call test_prompt()
  REGIONDONE
  call verdict()
end program
