! Messages that begin although those before them on the lane have not, and what comes before them then: as expected,
! of another size, to somebody else, or not at all.
#define SRC 'passing.F90'
#include "mdmp.inc"
module passing
  use check
  implicit none
  integer, parameter :: m = 600, most = 60000
  real(8) :: plain(most), got(most)
  real(8), pointer :: u(:, :)
  interface
    function isends() bind(C) result(k)
      use iso_c_binding, only: c_int
      integer(c_int) :: k
    end function
    subroutine one_at_a_time(yes) bind(C)
      use iso_c_binding, only: c_int
      integer(c_int), value :: yes
    end subroutine
  end interface
  integer :: early ! sends in nests
contains

  subroutine fill(step)
    integer, intent(in) :: step
    integer :: i, j, before
    before = isends()
    NEST(0, 9)
    NARRAY2(u, mdmp_writes, ALL_OF, AT(1, 0))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, size(u, 1)
        u(i, j) = 1d6*(10*step + me) + 1d4*j + i
      end do
    end do
    NESTDONE
    early = isends() - before
  end subroutine

  ! What no loop is known to write; k elements of it go.
  subroutine first(step, k, to, from, managed)
    integer, intent(in) :: step, k, to, from
    logical, intent(in) :: managed
    integer :: i
    plain(:k) = [(1d5*(10*step + me) + i, i=1, k)]
    EXCHANGE
    if (managed) call mdmp_manage(mdmp_x, 0_mdmp_int)
    RECV(got(:k), from, 1)
    SEND(plain(:k), to, 1)
    DONE
    call expect(all(got(:k) == [(1d5*(10*step + from) + i, i=1, k)]), 'the first')
  end subroutine

  ! Two in one exchange. The frames of the second may be read before it is known that it comes in frames.
  subroutine both(step, k, l)
    use mdmp_rt
    integer, intent(in) :: step, k, l
    integer :: i
    plain(:l) = [(1d5*(10*step + me) + i, i=1, l)]
    call one_at_a_time(1)
    EXCHANGE
    call mdmp_manage(mdmp_x, 1_mdmp_int)
    RECV(got(:k), prev, 1)
    RECV(got(k + 1:k + l), prev, 1)
    SEND(plain(:k), next, 1)
    SEND(plain(:l), next, 1)
    DONE
    call mdmp_settle()
    call one_at_a_time(0)
    call expect(all(got(:k) == [(1d5*(10*step + prev) + i, i=1, k)]), 'the first of both')
    call expect(all(got(k + 1:k + l) == [(1d5*(10*step + prev) + i, i=1, l)]), 'the second of both')
  end subroutine

  subroutine second(step)
    integer, intent(in) :: step
    integer :: i
    EXCHANGE
    call mdmp_manage(mdmp_x, 0_mdmp_int)
    RECV(u(:, 0), prev, 1)
    SEND(u(:, 8), next, 1)
    DONE
    call expect(all(u(:, 0) == [(1d6*(10*step + prev) + 8d4 + i, i=1, size(u, 1))]), 'the second')
  end subroutine

  ! Steps in which all is as before, then one of another kind.
  subroutine test_kind(kind)
    integer, intent(in) :: kind
    integer :: step, of
    allocate (u(m, 0:9)) ! never freed: its messages are new
    do step = 1, 30
      of = merge(kind, 0, modulo(step, 7) == 0 .and. step > 7)
      call fill(step)
      if (of == 0 .and. step < 12 .and. step > 4) call expect(early >= 1, 'sent early')
      select case (of)
      case (0)
        call first(step, 100, next, prev, kind /= 8)
        call first(step, 50, next, prev, .true.)
        call second(step)
      case (1) ! another size, or nothing
        call first(step, step, next, prev, .true.)
        call first(step, 0, next, prev, .true.)
        call second(step)
      case (2) ! longer than one MPI message may be, if MDMP_CHUNK is small
        call first(step, most, next, prev, .true.)
        call first(step, 50, next, prev, .true.)
        call second(step)
      case (3) ! and the two behind it
        call first(step, 50, next, prev, .true.)
        call first(step, most, next, prev, .false.)
        call first(step, most - 1, next, prev, .true.)
        call second(step)
      case (4) ! one is missing
        call first(step, 50, next, prev, .true.)
        call second(step)
      case (5) ! to somebody else
        call first(step, 100, prev, next, .true.)
        call first(step, 50, next, prev, .true.)
        call second(step)
      case (6) ! the other one first
        call second(step)
        call first(step, 100, next, prev, .true.)
      case (7) ! nothing comes of it
        call first(step, 100, next, prev, .true.)
      case (9)
        call both(step, 100, most/2)
        call second(step)
      end select
    end do
  end subroutine

  ! The messages before are long: they go whole, and nothing passes them.
  subroutine test_long()
    integer :: step
    allocate (u(m, 0:9))
    do step = 1, 12
      call fill(step)
      if (step > 4) call expect(early == 0, 'not before a long one')
      call first(step, most, next, prev, .true.)
      call second(step)
    end do
  end subroutine

  ! As much as may be under way goes early for a message that its receiver takes only after one on another lane; the signal
  ! before it, which is taken after that, too, must not wait for room. other_comes: in the end a signal comes in the
  ! place of the long message, which must not wait for what went of that, either.
  subroutine test_room(other_comes)
    use mdmp_rt
    use mpi
    logical, intent(in) :: other_comes
    integer, parameter :: n = 40000
    integer :: step, ierr
    real(8) :: signal(4), other(4), s(4)
    integer :: short
    if (np < 2) return
    call get_environment_variable('MDMP_CHUNK', status=short) ! 0: it is set, and u too long to be sent early
    allocate (u(n, 0:9))
    do step = 1, 10
      signal = step
      if (me == 0) then
        call fill(step)
        if (step > 4 .and. short /= 0) call expect(early >= 4, 'room: sent early')
        EXCHANGE
        call mdmp_manage(mdmp_x, 0_mdmp_int)
        SEND(signal, 1, 3)
        DONE
        if (other_comes .and. step == 10) then
          EXCHANGE
          SEND(signal, 1, 3)
          DONE
        end if
        EXCHANGE
        call mdmp_manage(mdmp_x, 0_mdmp_int)
        SEND(signal, 1, 4)
        DONE
        EXCHANGE
        call mdmp_manage(mdmp_x, 0_mdmp_int)
        SEND(u(:, 8), 1, 3)
        DONE
      else if (me == 1) then
        EXCHANGE
        RECV(other, 0, 4)
        DONE
        EXCHANGE
        RECV(s, 0, 3)
        DONE
        if (other_comes .and. step == 10) then
          s = 0
          EXCHANGE
          RECV(s, 0, 3)
          DONE
        end if
        EXCHANGE
        RECV(u(:, 0), 0, 3)
        DONE
        call expect(all(s == step) .and. all(other == step), 'room: signals')
        call expect(u(n, 0) == 1d7*step + 8d4 + n .and. u(1, 0) == 1d7*step + 8d4 + 1, 'room: the rest')
      end if
      call mpi_barrier(mpi_comm_world, ierr)
      call mdmp_settle() ! what was taken is known
    end do
  end subroutine

  ! A communicator that goes between a nest and the exchange that it feeds takes nothing with it that went on another one.
  subroutine test_goes()
    use mdmp_rt
    use mpi
    integer :: step, comm, before, twice, ierr
    allocate (u(m, 0:9))
    call get_environment_variable('MDMP_VERIFY', status=twice) ! 0: it is set, and messages go again
    do step = 1, 12
      call fill(step)
      if (step > 4) call expect(early >= 1, 'goes: sent early')
      call mpi_comm_dup(mpi_comm_world, comm, ierr)
      call mdmp_init_comm(SRC//achar(0), __LINE__, comm)
      call mpi_comm_free(comm, ierr)
      before = isends()
      call second(step)
      if (step > 4 .and. twice /= 0) call expect(isends() == before, 'goes: sent again')
    end do
  end subroutine
end module

program main
  use passing
  implicit none
  integer :: kind
  call start()
  REGION
  do kind = 1, 9
    call test_kind(kind)
  end do
  call test_long()
  call test_room(.false.)
  call test_room(.true.)
  call test_goes()
  REGIONDONE
  call verdict()
end program
