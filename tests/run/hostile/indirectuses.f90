! run: modes plain auto manage counted
! run: ranks 1 2 3
! Loops of which nobody knows what they use of what was received, and when: lists that change between steps, that are received
! themselves, that name elements twice or none of the section; what is received under two names; writes before the message; conditions of which
! half is evaluated; loops that go on until something is so, that are left, for good, too; no iteration at all.
module held
  implicit none
  real(kind(1.0d0)) :: shared(400)
contains
  subroutine look(x, s)
    real(kind(1.0d0)), intent(in) :: x
    real(kind(1.0d0)), intent(inout) :: s
    s = 0.5d0*s + x
  end subroutine look
  pure real(kind(1.0d0)) function peep(k)
    integer, intent(in) :: k
    peep = shared(k)
  end function peep
end module held

program indirectuses
  use mpi
  use held
  implicit none
  integer, parameter :: double = kind(1.0d0), n = 400, g = 60, steps = 10
  integer :: rank, ranks, ierr, west, east, step, work
  real(double) :: idle
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  idle = 1
  call lists
  call received
  call twice
  call written
  call alias
  call rows
  call search
  call leaves(3)
  call leaves(20)
  call halves
  call calls
  call shapes(3)
  call shapes(0)
  call columns
  call gotos
  call several
  call names_
  call mpi_finalize(ierr)
contains
  subroutine tell(what, x)
    character(*), intent(in) :: what
    real(double), intent(in) :: x(:)
    print '(a,i3,3es25.16)', what, rank, sum(x), x(1), x(size(x))
  end subroutine tell

  subroutine numbers(x)
    real(double), intent(out) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = mod(37*i + 11*rank, 101)/64.0_double
    end do
  end subroutine numbers

  ! Some ranks come late.
  subroutine late
    integer :: i
    do i = 1, 20000*mod(rank + step, 3)
      idle = idle*0.999_double + 1
    end do
  end subroutine late

  ! Another list in each step; now and then none of the section, or of no element.
  subroutine lists
    real(double) :: a(n + g), y(n)
    integer :: idx(n), i, last
    call numbers(a)
    !$mdmp commregion
    do step = 1, steps
      call late
      last = merge(0, n, mod(step, 4) == 0)
      do i = 1, n
        idx(i) = 1 + mod(i*(2*step + 1), merge(n, n + g, mod(step, 3) == 0))
      end do
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do i = 1, 3000
        idle = idle*0.999_double + 1
      end do
      do i = 1, last
        y(i) = a(idx(i)) + 0.25_double*y(max(i - 1, 1))
      end do
      do i = 1, n
        a(i) = 0.5_double*a(i) + 0.125_double*y(i)
      end do
    end do
    !$mdmp end commregion
    call tell('lists', a)
  end subroutine lists

  ! The list comes in a message of the same exchange, or of the one before.
  subroutine received
    real(double) :: a(n + g), s
    integer :: idx(n), other(n), i
    call numbers(a)
    s = 0
    idx = 1
    !$mdmp commregion
    do step = 1, steps
      call late
      do i = 1, n
        other(i) = 1 + mod(i*(step + rank) + 7, n + g)
      end do
      !$mdmp send(other, east)
      !$mdmp recv(idx, west)
      !$mdmp send(a(1:g), west)
      !$mdmp recv(a(n+1:n+g), east)
      do i = 1, n
        if (mod(i, 5) == 0) s = 0.5_double*s + a(idx(i))
      end do
      a(1:g) = a(1:g) + s
      do i = 1, n
        idx(i) = idx(idx(i)/2 + 1)
      end do
      a(7) = a(7) + sum(idx)
    end do
    !$mdmp end commregion
    call tell('received', a)
  end subroutine received

  ! The same element many times, all of them at the end.
  subroutine twice
    real(double) :: a(n + g), s
    integer :: idx(n), i
    call numbers(a)
    s = 0
    do i = 1, n
      idx(i) = merge(i, n + 1 + mod(i, 3), i < n - 30)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do i = 1, n
        s = 0.75_double*s + a(idx(i))*a(idx(n+1-i))
      end do
      a(step) = s
    end do
    !$mdmp end commregion
    call tell('twice', a)
  end subroutine twice

  ! What is written comes after the message.
  subroutine written
    real(double) :: a(n + g)
    integer :: idx(n), i
    call numbers(a)
    do i = 1, n
      idx(i) = 1 + mod(7*i, n + g)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do i = 1, n, 3
        a(idx(i)) = i + step
      end do
      do i = 1, n
        a(idx(i)) = a(idx(i)) + 0.5_double*a(idx(n+1-i))
      end do
      a = modulo(a, 32.0_double)
    end do
    !$mdmp end commregion
    call tell('written', a)
  end subroutine written

  ! Another name for it.
  subroutine alias
    real(double), target :: a(n + g)
    real(double), pointer :: p(:), q(:)
    real(double) :: s
    integer :: idx(n), i
    call numbers(a)
    p => a(n+1:)
    q => a
    s = 0
    do i = 1, n
      idx(i) = 1 + mod(13*i, g)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(q(n+1:n+g), west)
      do i = 1, n
        if (mod(i, 50) == 0) s = 0.5_double*s + p(idx(i))
      end do
      do i = 1, n
        p(idx(i)) = p(idx(i)) + 1
        s = s + a(n + idx(i)) + q(idx(i))
      end do
      a(1:n) = modulo(a(1:n) + s, 8.0_double)
    end do
    !$mdmp end commregion
    call tell('alias', a)
  end subroutine alias

  ! Rows of a sparse matrix.
  subroutine rows
    real(double) :: x(n + g), y(n), v(8*n)
    integer :: first(n + 1), col(8*n), i, j, k
    call numbers(x)
    call numbers(v)
    k = 0
    do i = 1, n
      first(i) = k + 1
      do j = 1, mod(i, 8)
        k = k + 1
        col(k) = merge(1 + mod(i*j, n), n + 1 + mod(i + j, g), mod(i, 9) /= 7)
      end do
    end do
    first(n + 1) = k + 1
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(x(n-g+1:n), east)
      !$mdmp recv(x(n+1:n+g), west)
      do i = 1, n
        y(i) = 0
        do j = first(i), first(i+1) - 1
          y(i) = y(i) + v(j)*x(col(j))
        end do
      end do
      do i = 1, n
        x(i) = 0.5_double*x(i) + 0.01_double*y(i)
      end do
    end do
    !$mdmp end commregion
    call tell('rows', x)
  end subroutine rows

  ! Until it is found.
  subroutine search
    real(double) :: a(n + g)
    integer :: next(n + g), i, hops
    call numbers(a)
    do i = 1, n + g
      next(i) = 1 + mod(i*17 + 5, n + g)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      i = step
      hops = 0
      do while (hops < 4*n)
        hops = hops + 1
        i = next(i)
        if (a(i) > 1.5_double) exit
      end do
      do while (i > 3 .and. hops < 6*n)
        hops = hops + 1
        i = next(i) - mod(hops, 5)
        if (i < 1) then
          i = 1
        else if (a(i) < 1) then
          a(i) = a(i) + 0.125_double
          i = i/2
        end if
      end do
      a(1) = modulo(a(1) + hops, 3.0_double)
    end do
    !$mdmp end commregion
    call tell('search', a)
  end subroutine search

  ! Left for good, out of the loop around it, or before it does anything.
  subroutine leaves(limit)
    integer, intent(in) :: limit
    real(double) :: a(n + g), s
    integer :: idx(n), i, k
    call numbers(a)
    s = 0
    do i = 1, n
      idx(i) = 1 + mod(29*i, n + g)
    end do
    do k = 1, 3
      call left(limit, a, s, idx)
    end do
    call tell('leaves', a)
  end subroutine leaves

  subroutine left(limit, a, s, idx)
    integer, intent(in) :: limit, idx(n)
    real(double), intent(inout) :: a(n + g), s
    integer :: i
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do i = 1, n
        if (i == limit*step) exit
        s = 0.5_double*s + a(idx(i))
      end do
      a(2) = s
      do i = 1, n
        if (step == limit .and. i > 40) return
        a(i) = a(idx(i))
      end do
    end do
    !$mdmp end commregion
  end subroutine left

  ! Half of a condition keeps the other half from being evaluated, and a merge one of its values.
  subroutine halves
    real(double) :: a(n + g), s
    integer :: idx(n), i
    call numbers(a)
    s = 0
    do i = 1, n
      idx(i) = mod(31*i, n + g + 1)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do i = 1, n
        if (idx(i) > 0) then
          if (a(idx(i)) > 1) s = 0.5_double*s + a(idx(i))
        else if (a(n + g) > 1) then
          s = s + 1
        end if
        select case (int(a(max(idx(i), 1))))
        case (0)
          s = s + 1
        case default
          s = s - a(max(idx(i), 1))
        end select
      end do
      where (a > 1) a = a - 0.25_double
      a(n) = modulo(s, 2.0_double)
    end do
    !$mdmp end commregion
    call tell('halves', a)
  end subroutine halves

  ! Procedures that get it, or see it.
  subroutine calls
    real(double) :: s
    integer :: idx(n), i
    call numbers(shared)
    s = 0
    do i = 1, n
      idx(i) = 1 + mod(23*i, n)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(shared(1:g), east)
      !$mdmp recv(shared(n-g+1:n), west)
      do i = 1, n
        if (idx(i) > n - g/2) call look(shared(idx(i)), s)
      end do
      do i = 1, n
        s = 0.5_double*s + peep(idx(i))
        if (mod(i, 7) == 0) shared(idx(i)) = s
      end do
      shared(3) = s
    end do
    !$mdmp end commregion
    call tell('calls', shared)
  end subroutine calls

  ! Allocatable, and arrays of all shapes.
  subroutine shapes(spare)
    integer, intent(in) :: spare
    real(double), allocatable :: a(:), b(:)
    integer :: i
    allocate (a(0:n+g), b(-n:g+n))
    call numbers(a)
    b = 2
    call through(a, b(:n), size(a) - 1)
    call tell('shapes', a)
    call tell('shapes', b)
    do i = 1, spare
      deallocate (a)
      allocate (a(0:n+g+i))
      call numbers(a)
      call through(a, b, n + g)
      call tell('shapes', a)
    end do
  end subroutine shapes

  subroutine through(a, b, last)
    integer, intent(in) :: last
    real(double) :: a(0:last)
    real(double) :: b(:)
    integer :: i, j
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(0:g-1), east)
      !$mdmp recv(b(1:2*g:2), west)
      do i = 1, 2*g
        j = mod(i*7, 2*g) + 1
        a(i + 9) = 0.5_double*a(i + 8) + b(j)
      end do
      do i = 1, g
        b(b_(i)) = b(b_(i)) + 1
      end do
    end do
    !$mdmp end commregion
  end subroutine through

  pure integer function b_(i)
    integer, intent(in) :: i
    b_ = 1 + mod(i*3, 2*g)
  end function b_

  ! Columns, and sections of them.
  subroutine columns
    real(double) :: u(30,0:g), s(30)
    integer :: idx(g), i, j
    do j = 0, g
      call numbers(u(:,j))
    end do
    do j = 1, g
      idx(j) = mod(11*j, g + 1)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(u(:,1), east)
      !$mdmp recv(u(:,0), west)
      !$mdmp send(u(2:29,g-1), west)
      !$mdmp recv(u(2:29,g), east)
      do j = 1, g - 1
        s = u(:,idx(j))
        do i = 2, 29
          u(i,j) = 0.25_double*(u(i,j) + s(i) + u(i,idx(j)) + u(i-1,idx(g-j)))
        end do
        u(1,j) = sum(u(1:5,idx(j)))/8
      end do
    end do
    !$mdmp end commregion
    call tell('columns', reshape(u, [size(u)]))
  end subroutine columns

  ! Jumps in the loop, out of it, and to its end.
  subroutine gotos
    real(double) :: a(n + g), s
    integer :: idx(n), i
    call numbers(a)
    s = 0
    do i = 1, n
      idx(i) = 1 + mod(19*i, n + g)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(a(n+1:n+g), west)
      do 10 i = 1, n
        if (mod(i, 3) == 0) goto 10
        if (i > 300 + step) goto 20
        s = 0.5_double*s + a(idx(i))
10    continue
20    a(5) = s
      do 30 i = 1, n
30    s = 0.5_double*s + a(idx(i))
      a(6) = s
    end do
    !$mdmp end commregion
    call tell('gotos', a)
  end subroutine gotos

  ! Two loops, two arrays, two messages into one.
  subroutine several
    real(double) :: a(n + g), b(n + g), s
    integer :: idx(n), i
    call numbers(a)
    call numbers(b)
    s = 0
    do i = 1, n
      idx(i) = 1 + mod(41*i, n + g)
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(a(1:g), east)
      !$mdmp recv(b(n+1:n+g), west)
      !$mdmp recv(a(n+1:n+g), west)
      !$mdmp send(b(1:g), east)
      do i = 1, n
        s = 0.5_double*s + a(idx(i))
        if (i == 77) b(1:g) = b(1:g) + a(idx(i))
      end do
      do i = n, 1, -1
        if (b(idx(i)) > a(idx(i))) s = 0.5_double*s + b(idx(i))
        a(mod(i, g) + 1) = s
      end do
      b(n/2) = s
    end do
    !$mdmp end commregion
    call tell('several', a)
    call tell('several', b)
  end subroutine several

  ! Names of intrinsic procedures and of the run time.
  subroutine names_
    real(double), allocatable :: allocated(:)
    real(double) :: mdmp_r(n), int
    integer :: mdmp_use(n), i
    allocate (allocated(n + g))
    call numbers(allocated)
    int = 0
    do i = 1, n
      mdmp_use(i) = 1 + mod(43*i, n + g)
      mdmp_r(i) = i
    end do
    !$mdmp commregion
    do step = 1, steps
      call late
      !$mdmp send(allocated(1:g), east)
      !$mdmp recv(allocated(n+1:n+g), west)
      do i = 1, n
        int = 0.5_double*int + allocated(mdmp_use(i)) + mdmp_r(i)
      end do
      allocated(1) = int
    end do
    !$mdmp end commregion
    call tell('names', allocated)
  end subroutine names_
end program indirectuses
