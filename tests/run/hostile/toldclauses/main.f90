! run: with rings.f90 ways.f90
! run: ranks 1 2 3 4
! Messages that say no communicator or no tag have those of the region that is executed, whoever holds it: one routine
! under several communicators and from outside, regions in regions, in recursion and in functions, all ways out, regions that are shut,
! halo patterns, lanes that are one under some tags alone. Ranks and their order differ between the communicators. What
! should come is found out by MPI itself.
program told
  use mpi
  use rings
  use ways
  implicit none
  interface
    recursive subroutine deeper(level, comms, ranks, me, total)
      integer, intent(in) :: level, comms(*), ranks(*), me(*)
      real(8), intent(inout) :: total
    end subroutine
  end interface
  integer :: comms(3), ranks(3), me(3), k, how, it, ierr, i, j
  real(8) :: a(n), b(n), c(n), d(n), e(n), s
  call MPI_Init(ierr)
  comms(1) = MPI_COMM_WORLD
  call MPI_Comm_rank(MPI_COMM_WORLD, me(1), ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -me(1), comms(2), ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(me(1), 2), -me(1), comms(3), ierr)
  do k = 1, 3
    call MPI_Comm_rank(comms(k), me(k), ierr)
    call MPI_Comm_size(comms(k), ranks(k), ierr)
  end do
  open (newunit=unit, status='scratch')
  write (unit, *) 1

  ! One routine, under communicators in turns and from outside.
  do it = 1, 12
    do i = 1, n
      a(i) = i + 100*me(1) + 7*it
    end do
    k = modulo(it, 3) + 1
    b = -1
    !$mdmp commregion one comm(comms(k))
    call ring(a, b, prev(k), next(k))
    call check('under', b, k)
    ! A region in a region that says a tag alone, by a procedure in between.
    call within(k)
    !$mdmp end commregion one
    b = -1
    call ring(a, b, prev(1), next(1))
    call check('outside', b, 1)
  end do

  ! Lanes that are one under some tags.
  do it = 1, 6
    do i = 1, n
      a(i) = i + me(1)
      b(i) = -i - me(1)
    end do
    call tags(7)
    call both(3)
  end do

  do it = 1, 3
    do how = 1, 9
      k = modulo(it + how, 3) + 1
      b = 0
      call gone(how, comms(k), 20 + how, a, b, prev(k), next(k))
      call say('way', b)
      b = 0
      call ring(a, b, prev(1), next(1))
      call check('after', b, 1)
    end do
    call shut(modulo(it, 2) == 0, comms(it), it, prev(it), next(it))
    call say('shut', u(:,0))
    call say('shut', u(:,m+1))
    call say('shut', u(:,1))
  end do

  s = 0
  call deeper(3, comms, ranks, me, s)
  call deeper(2, comms, ranks, me, s)
  print '(a,i2,1x,z16.16)', 'deeper', me(1), s

  do it = 1, 8
    k = modulo(it, 3) + 1
    left = prev(k)
    right = next(k)
    do j = 0, m + 1
      do i = 1, n
        u(i,j) = i + j + 10*me(1)
      end do
    end do
    !$mdmp commregion comm(comms(k)) tag(merge(2, 4, it > 4))
    call halo()
    s = ways_total()
    call relax(3)
    !$mdmp end commregion
    s = s + ways_total()
    left = prev(1)
    right = next(1)
    call relax(2)
    s = s + ways_total()
    print '(a,i2,1x,z16.16)', 'halo', me(1), s
  end do
  call MPI_Comm_free(comms(2), ierr)
  call MPI_Comm_free(comms(3), ierr)
  call MPI_Finalize(ierr)
contains
  integer function prev(k)
    integer, intent(in) :: k
    prev = modulo(me(k) - 1, ranks(k))
  end function

  integer function next(k)
    integer, intent(in) :: k
    next = modulo(me(k) + 1, ranks(k))
  end function

  real(8) function ways_total()
    ways_total = total(u)
  end function

  ! The tag is said here, the communicator around the call.
  subroutine within(k)
    integer, intent(in) :: k
    !$mdmp commregion tag(5)
    !$mdmp recv(c, next(k)) tag(0)
    !$mdmp send(a, prev(k)) tag(0)
    d = -1
    call ring(a, d, prev(k), next(k))
    call check('within', d, k)
    !$mdmp end commregion
    call say('back', c)
    d = -1
    call ring(a, d, prev(k), next(k))
    call check('behind', d, k)
  end subroutine

  subroutine tags(t)
    integer, intent(in) :: t
    integer :: where
    where = modulo(it, 3) + 1
    !$mdmp commregion tag(t) comm(comms(where))
    call two(a, b, c, d, prev(where), next(where))
    call say('two', c)
    call say('two', d)
    call other(a, b, c, d, prev(where), next(where))
    call say('other', c)
    call say('other', d)
    !$mdmp end commregion
  end subroutine

  ! Under the tag of the other the unsaid send is the second on its lane, and the receive behind it.
  subroutine both(t)
    integer, intent(in) :: t
    !$mdmp commregion tag(t)
    call pair(a, b, c, d)
    call say('both', c)
    call say('both', d)
    !$mdmp end commregion
    call pair(a, b, c, d)
    call say('apart', c)
    call say('apart', d)
  end subroutine

  subroutine pair(a, b, c, d)
    real(8), intent(in) :: a(:), b(:)
    real(8), intent(inout) :: c(:), d(:)
    !$mdmp recv(c, prev(1))
    !$mdmp recv(d, prev(1)) tag(3)
    !$mdmp send(a, next(1)) tag(3)
    !$mdmp send(b, next(1))
  end subroutine

  ! b is what the one before us in communicator k has in a.
  subroutine check(what, b, k)
    character(*), intent(in) :: what
    real(8), intent(in) :: b(:)
    integer, intent(in) :: k
    integer :: ierr
    call MPI_Sendrecv(a, n, MPI_DOUBLE_PRECISION, next(k), 1, e, n, MPI_DOUBLE_PRECISION, prev(k), 1, &
      comms(k), MPI_STATUS_IGNORE, ierr)
    if (any(e /= b)) then
      print *, 'wrong: ', what, me(1), k, b(1), e(1)
      error stop
    end if
    call say(what, b)
  end subroutine

  subroutine say(what, b)
    character(*), intent(in) :: what
    real(8), intent(in) :: b(:)
    integer :: i
    real(8) :: s
    s = 0
    do i = 1, n
      s = s + b(i)*modulo(3*i, 17)
    end do
    print '(a,i2,1x,z16.16)', what, me(1), s
  end subroutine
end program
