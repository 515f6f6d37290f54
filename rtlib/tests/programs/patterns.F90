! Who talks to whom, how often, in what order.
#define SRC 'patterns.F90'
#include "mdmp.inc"
module patterns
  use check
  use mpi
  implicit none
contains

  ! prev == next with two ranks, self with one: the order of the lane decides.
  subroutine test_periodic()
    real(8) :: u(0:5)
    integer :: step
    do step = 1, 20
      u = 100*step + 10*me + [0, 1, 2, 3, 4, 5]
      EXCHANGE
      RECV(u(0), prev, 0)
      RECV(u(5), next, 1)
      SEND(u(4), next, 0)
      SEND(u(1), prev, 1)
      DONE
      call expect(u(0) == 100*step + 10*prev + 4 .and. u(5) == 100*step + 10*next + 1, 'periodic')
    end do
  end subroutine

  ! The same tag both ways round: first send meets first receive.
  subroutine test_one_lane()
    integer :: a(4), b(4), i
    real(4) :: big(3000), got(3000)
    a = me + [100, 200, 300, 400]
    big = me
    do i = 1, 3
      b = 0; got = -1
      EXCHANGE
      SEND(a(1), next, 0)
      RECV(b(1), prev, 0)
      RECV(b(2:3), prev, 0)
      SEND(a(2:3), next, 0)
      RECV(got, prev, 0)
      RECV(b(4), prev, 0)
      SEND(big, next, 0)
      SEND(a(4), next, 0)
      DONE
      call expect(all(b == prev + [100, 200, 300, 400]) .and. all(got == prev), 'one lane')
    end do
  end subroutine

  ! One site, another peer, tag and size each time round.
  subroutine test_loop()
    integer :: k, n, r, step
    integer, allocatable :: a(:), b(:)
    do step = 1, 5
      do k = 0, np - 1
        n = 1 + modulo(7*(k + step), 40)
        allocate(a(n), b(n))
        r = modulo(me - k, np)
        a = 1000*me + k
        EXCHANGE
        RECV(b, r, k)
        SEND(a, modulo(me + k, np), k)
        DONE
        call expect(all(b == 1000*r + k), 'loop over peers')
        deallocate(a, b)
      end do
    end do
  end subroutine

  ! No neighbour at the ends: -1 and MPI_PROC_NULL; conditional directives.
  subroutine test_edges()
    integer :: left, right, i
    real(8) :: u(0:3)
    real(8), allocatable :: nothing(:)
    left = merge(me - 1, -1, me > 0)
    right = merge(me + 1, mpi_proc_null, me < np - 1)
    do i = 1, 4
      u = [-1, me, me + 100, -1]
      EXCHANGE
      RECV(u(0), left, 0)
      RECV(u(3), right, 0)
      RECV(nothing, -1, 0)
      if (modulo(i, 2) == 0) then; SEND(u(1), left, 0); end if
      if (modulo(i, 2) == 1) then; SEND(u(1:1), left, 0); end if
      SEND(u(2), right, 0)
      PART(u(1))
      SENDP(-7, 0)
      DONE
      call expect(u(0) == merge(me + 99, -1, me > 0) .and. u(3) == merge(me + 1, -1, me < np - 1), 'edges')
    end do
  end subroutine

  ! Everybody with everybody, more operations than a site has slots.
  subroutine test_all()
    integer, parameter :: tags = 50
    integer :: a(0:np*tags-1), b(0:np*tags-1), k, i
    do i = 1, 3
      a = me*1000 + [(k, k = 0, np*tags - 1)]
      b = -1
      EXCHANGE
      do k = 0, np*tags - 1
        RECV(b(k), modulo(k, np), k/np)
      end do
      do k = 0, np*tags - 1
        SEND(a(k), modulo(k, np), k/np)
      end do
      DONE
      call expect(all(b == [(modulo(k, np)*1000 + k/np*np + me, k = 0, np*tags - 1)]), 'all to all')
    end do
  end subroutine

  ! An argument of a directive may execute an exchange of its own.
  subroutine test_nested()
    real(8) :: u(4), v(4)
    u = me; v = -1
    EXCHANGE
    RECV(v(nested(1):nested(3)), prev, 0)
    SEND(u(1:nested(3)), next, 0)
    DONE
    call expect(all(v(1:3) == prev) .and. v(4) == -1, 'nested')
  end subroutine

  recursive integer function nested(k)
    integer, intent(in) :: k
    integer :: a, b
    a = me + k
    EXCHANGE
    RECV(b, prev, 5)
    SEND(a, next, 5)
    DONE
    call expect(b == prev + k, 'nested exchange')
    nested = b - prev
  end function

  ! A chain: each rank waits for the one before. Plain MPI has no circle here, so neither have we.
  subroutine test_chain()
    integer :: token, i
    real(8), allocatable :: big(:)
    allocate(big(100000))
    do i = 1, 3
      token = -1; big = -1
      if (me > 0) then
        EXCHANGE
        RECV(token, me - 1, 9)
        RECV(big, me - 1, 9)
        DONE
        call expect(token == me - 1 .and. all(big == me - 1), 'chain')
      end if
      token = me; big = me
      if (me < np - 1) then
        EXCHANGE
        SEND(token, me + 1, 9)
        SEND(big, me + 1, 9)
        DONE
      end if
    end do
  end subroutine

  ! A large receive that must make progress while a small one waits for a rank that waits for the large sender.
  subroutine test_triangle()
    real(8), allocatable :: big(:)
    integer :: go
    if (np < 3) return
    allocate(big(500000))
    big = me
    go = me
    select case (me)
    case (0)
      EXCHANGE
      RECV(go, 2, 11)
      RECV(big, 1, 11)
      DONE
      call expect(go == 2 .and. all(big == 1), 'triangle')
    case (1)
      EXCHANGE
      SEND(big, 0, 11)
      DONE
      EXCHANGE
      SEND(go, 2, 11)
      DONE
    case (2)
      EXCHANGE
      RECV(go, 1, 11)
      DONE
      go = me
      EXCHANGE
      SEND(go, 0, 11)
      DONE
    end select
  end subroutine

  ! A sender far ahead of its receiver.
  subroutine test_ahead()
    integer :: i, a, ierr
    if (me == 0 .and. np > 1) then
      do i = 1, 300
        a = i
        EXCHANGE
        SEND(a, 1, 12)
        DONE
      end do
    end if
    call mpi_barrier(mpi_comm_world, ierr)
    if (me == 1) then
      do i = 1, 300
        EXCHANGE
        RECV(a, 0, 12)
        DONE
        call expect(a == i, 'ahead')
      end do
    end if
  end subroutine

  ! The program's own traffic, wildcards too, never meets ours.
  subroutine test_private()
    integer :: a, b, c, request, status(mpi_status_size), ierr
    a = me; c = 100 + me
    call mpi_irecv(b, 1, mpi_integer, mpi_any_source, mpi_any_tag, mpi_comm_world, request, ierr)
    EXCHANGE
    RECV(a, prev, 0)
    SEND(me, next, 0)
    DONE
    call expect(a == prev, 'private: ours')
    call mpi_send(c, 1, mpi_integer, next, 0, mpi_comm_world, ierr)
    call mpi_wait(request, status, ierr)
    call expect(b == 100 + prev, 'private: theirs')
  end subroutine

  subroutine test_regions()
    use mdmp_rt
    integer(mdmp_handle), save :: r(4) = 0
    integer :: i, a
    do i = 1, 3
      call mdmp_region_begin(r, SRC//achar(0), __LINE__)
      EXCHANGE
      RECV(a, prev, 0)
      SEND(me, next, 0)
      DONE
      call mdmp_region_end(r)
      call expect(a == prev, 'region')
    end do
    call mdmp_init(SRC//achar(0), __LINE__)
  end subroutine
end module

program main
  use patterns
  implicit none
  integer :: again
  call start()
  do again = 1, 2
    call test_periodic()
    call test_one_lane()
    call test_loop()
    call test_edges()
    call test_all()
    call test_nested()
    call test_chain()
    call test_triangle()
    call test_ahead()
    call test_private()
    call test_regions()
  end do
  call verdict()
end program
