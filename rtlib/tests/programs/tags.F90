! Ever new tags, communicators and sites: who meets whom, and what is left of them. First argument: the case; second: how many.
#define SRC 'tags.F90'
#include "mdmp.inc"
module tags
  use check
  use mpi
  use mdmp_rt
  implicit none
  integer, parameter :: most = 3000
  real(8) :: out(2*most), in(2*most), back(most), mine(most)
  integer :: seed = 12345
contains

  ! The same numbers on all ranks.
  integer function random(n)
    integer, intent(in) :: n
    seed = int(modulo(int(seed, 8)*16807_8, 2147483647_8))
    random = modulo(seed, n)
  end function

  ! To both sides and to oneself with one tag, and twice to the right. Now and then in pieces, which wait.
  subroutine step(tag, k, how)
    integer, intent(in) :: tag, k, how
    integer :: n
    n = 1 + modulo(k, 7)
    if (how > 0 .and. modulo(k, 3) == 0) n = 1 + modulo(37*k, most)
    out(1:2*n:2) = 1d6*k + me
    EXCHANGE
    if (how > 0) call mdmp_manage(mdmp_x, int(modulo(how, 2), mdmp_int))
    RECV(in(2:2*n:2), prev, tag)
    RECV(back(1:n), next, tag)
    RECV(mine(1:n), me, tag)
    SEND(out(1:2*n:2), me, tag)
    SEND(out(1:2*n:2), next, tag)
    SEND(out(1:2*n:2), prev, tag)
    DONE
    call mdmp_settle()
    if (np > 2) then
      call expect(all(in(2:2*n:2) == 1d6*k + prev), 'from the left')
      call expect(all(back(1:n) == 1d6*k + next), 'from the right')
    end if
    call expect(all(mine(1:n) == 1d6*k + me) .or. np < 2, 'from here')
  end subroutine

  subroutine test_new(n, how)
    integer, intent(in) :: n, how
    integer :: k
    REGION
    do k = 1, n
      call step(k, k, how)
    end do
    REGIONDONE
  end subroutine

  ! Tags come again: soon, later, after a hundred thousand others.
  subroutine test_again(n, how)
    integer, intent(in) :: n, how
    integer :: k
    REGION
    do k = 1, n
      select case (modulo(k, 5))
      case (0)
        call step(random(n), k, how)
      case (1)
        call step(random(700), k, how)
      case (2)
        call step(0, k, how)
      case default
        call step(n + k, k, how)
      end select
    end do
    do k = 1, 40
      call step(1, k, how)
      call step(n + 3, k, how)
    end do
    REGIONDONE
  end subroutine

  ! One direction, and the receiver far behind, in another order. Tags come again a few rounds later.
  subroutine test_one_way(n, how)
    integer, intent(in) :: n, how
    integer, parameter :: batch = 300
    integer :: k, i, ierr, tag
    real(8) :: a
    REGION
    do k = 0, n/batch
      do i = 1, batch
        tag = batch*modulo(k, 9) + i
        if (me == 0) then
          a = 1d3*k + i
          EXCHANGE
          if (how > 0) call mdmp_manage(mdmp_x, 1_mdmp_int)
          SEND(a, 1, tag)
          DONE
        end if
      end do
      do i = batch, 1, -1
        tag = batch*modulo(k, 9) + i
        if (me == 1) then
          EXCHANGE
          if (how > 0) call mdmp_manage(mdmp_x, 1_mdmp_int)
          RECV(a, 0, tag)
          DONE
          call mdmp_settle()
          call expect(a == 1d3*k + i, 'one way')
        end if
      end do
      if (modulo(k, 4) == 0) call mpi_barrier(mpi_comm_world, ierr)
    end do
    REGIONDONE
  end subroutine

  ! Receives that wait while the tags around them change.
  subroutine test_ahead(n)
    integer, intent(in) :: n
    integer :: k
    real(8) :: early(8), a(8)
    REGION
    do k = 1, n
      if (modulo(k, 50) == 1) then
        a = k
        EXCHANGE
        call mdmp_manage(mdmp_x, 1_mdmp_int)
        RECV(early, prev, 5)
        SEND(a, next, 5)
        DONE
      end if
      call other(10 + k)
      if (modulo(k, 50) == 0) then
        call mdmp_settle()
        call expect(all(early == k - 49), 'ahead')
      end if
    end do
    REGIONDONE
  end subroutine

  ! Completes nothing that is pending.
  subroutine other(tag)
    integer, intent(in) :: tag
    integer :: b
    EXCHANGE
    RECV(b, prev, tag)
    SEND(tag, next, tag)
    DONE
    call expect(b == tag, 'other')
  end subroutine

  ! A communicator for each step.
  subroutine test_comms(n)
    integer, intent(in) :: n
    integer :: k, c, r, s, b, ierr
    do k = 1, n
      call mpi_comm_split(mpi_comm_world, modulo(me*k, 2), modulo(me + k, 3), c, ierr)
      call mdmp_init_comm(SRC//achar(0), __LINE__, c)
      call mpi_comm_rank(c, r, ierr)
      call mpi_comm_size(c, s, ierr)
      EXCHANGE
      RECVC(b, modulo(r - 1, s), k, c)
      SENDC(100*k + r, modulo(r + 1, s), k, c)
      DONE
      call expect(b == 100*k + modulo(r - 1, s), 'comms')
      call mpi_comm_free(c, ierr)
    end do
  end subroutine

  ! So many places in the text, all on one lane, and as many directives in one exchange.
  subroutine test_sites(n)
    integer, intent(in) :: n
    integer(mdmp_handle), allocatable, save :: x(:, :)
    integer, allocatable :: b(:), c(:)
    integer :: k, round, d
    allocate (x(4, 0:n), b(n), c(n))
    x = 0
    c = [(-k, k=1, n)]
    do round = 1, 3
      do k = 1, n
        d = round*k
        call mdmp_begin(x(:, k), SRC//achar(0), int(1000 + k, mdmp_int))
        call mdmp_recv(x(:, k), int(1000 + k, mdmp_int), b(k), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_send(x(:, k), int(100000 + k, mdmp_int), d, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_end(x(:, k))
      end do
      call expect(all(b == [(round*k, k=1, n)]), 'sites')
      call mdmp_begin(x(:, 0), SRC//achar(0), 1_mdmp_int)
      do k = 1, n/8
        call mdmp_recv(x(:, 0), int(200000 + k, mdmp_int), b(k), int(prev, mdmp_int), int(k, mdmp_int), mdmp_world)
        call mdmp_send(x(:, 0), int(300000 + k, mdmp_int), c(k), int(next, mdmp_int), int(k, mdmp_int), mdmp_world)
      end do
      call mdmp_end(x(:, 0))
      call expect(all(b(:n/8) == [(-k, k=1, n/8)]), 'directives')
    end do
  end subroutine

  ! Messages that nobody receives, of lanes that are long folded.
  subroutine test_left(n)
    integer, intent(in) :: n
    integer :: k
    real(8) :: a
    a = me
    do k = 1, n
      if (me == 0 .and. (np > 1)) then
        EXCHANGE
        SEND(a, 1, k)
        DONE
      end if
      if (me == 1 .and. modulo(k, 1000) /= 0) then
        EXCHANGE
        RECV(a, 0, k)
        DONE
      end if
    end do
  end subroutine

  ! From rank 0 to rank 1, at a place of the text and with a tag of its own.
  subroutine one_way_at(x, line, tag, value)
    integer(mdmp_handle), intent(inout) :: x(4)
    integer, intent(in) :: line, tag
    real(8), intent(in) :: value
    real(8) :: a
    a = value
    if (me == 1) a = -1
    call mdmp_begin(x, SRC//achar(0), int(line, mdmp_int))
    if (me == 0) call mdmp_send(x, int(line, mdmp_int), a, 1_mdmp_int, int(tag, mdmp_int), mdmp_world)
    if (me == 1) call mdmp_recv(x, int(line, mdmp_int), a, 0_mdmp_int, int(tag, mdmp_int), mdmp_world)
    call mdmp_end(x)
    call expect(a == value, 'from far ahead')
  end subroutine

  ! The sender is far ahead: when the receiver looks what it may forget, the lists that end its lanes name more that it has not
  ! met yet. Then places come again whose lanes are gone, and other lanes lie where they did.
  subroutine test_behind(n)
    integer, intent(in) :: n
    integer, parameter :: places = 100
    integer(mdmp_handle), save :: x(4, 0:places) = 0_mdmp_handle
    integer :: k, i, first, ierr
    first = merge(n, n - 340, me == 0)
    if (me == 1) call mpi_barrier(mpi_comm_world, ierr)
    do i = 1, places
      call one_way_at(x(:, i), 1000 + i, i, 1d0*i)
    end do
    do k = 1, first
      call one_way_at(x(:, 0), 1000, places + k, 1d3*k)
    end do
    if (me /= 1) call mpi_barrier(mpi_comm_world, ierr)
    call mpi_barrier(mpi_comm_world, ierr)
    do i = 1, places
      call one_way_at(x(:, i), 1000 + i, i, -1d0*i)
    end do
    do k = first + 1, n
      call one_way_at(x(:, 0), 1000, places + k, 1d3*k)
    end do
  end subroutine

  ! Kilobytes of memory at most so far, on any rank.
  integer function memory()
    character(100) :: line
    integer :: status, mine, ierr
    mine = 0
    open (10, file='/proc/self/status', action='read', iostat=status)
    do while (status == 0)
      read (10, '(a)', iostat=status) line
      if (line(1:6) == 'VmHWM:') read (line(7:index(line, 'kB') - 1), *) mine
    end do
    close (10)
    call mpi_allreduce(mine, memory, 1, mpi_integer, mpi_max, mpi_comm_world, ierr)
  end function
end module

program main
  use check
  use tags
  implicit none
  character(20) :: what, text
  integer :: n, kb
  real(8) :: t
  call get_command_argument(1, what)
  call get_command_argument(2, text)
  read (text, *) n
  call start()
  t = mpi_wtime()
  select case (what)
  case ('plain')
    call test_new(n, 0)
  case ('lazy')
    call test_new(n, 1)
  case ('managed')
    call test_new(n, 2)
  case ('again')
    call test_again(n, 0)
    call test_again(n, 1)
    call test_again(n, 2)
  case ('oneway')
    call test_one_way(n, 0)
    call test_one_way(n, 1)
  case ('ahead')
    call test_ahead(n)
  case ('comms')
    call test_comms(n)
  case ('sites')
    call test_sites(n)
  case ('left')
    call test_left(n)
  case ('behind')
    call test_behind(n)
  case default
    error stop 'which case?'
  end select
  t = mpi_wtime() - t
  kb = memory()
  if (me == 0) print '(a,f0.6,a,i0,a)', 'took ', t, ' s, ', kb, ' KB'
  call verdict()
end program
