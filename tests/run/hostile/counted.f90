! run: modes plain auto manage counted called inlined
! Sections that are written nobody knows where: through indirect subscripts, by scalars that walk, under conditions. What
! was counted in one step is wrong in the next: other lists, other sections and peers, writes behind the send, messages
! handed on, arrays that come and go, loops of other lengths and loops that are left.
program counted
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0), n = 600, m = 50, steps = 14
  integer :: rank, ranks, ierr, west, east
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  call gather(1)
  call gather(0)
  call packs
  call columns
  call masks
  call peers
  call relay
  call comes
  call leaves
  call mpi_finalize(ierr)
contains
  subroutine tell(what, x)
    character(*), intent(in) :: what
    real(double), intent(in) :: x(:)
    print '(a,i3,4es25.16)', what, rank, sum(x), x(1), x(size(x)), maxval(x)
  end subroutine tell

  ! A permutation that is another one every fourth step (change 1), or never.
  subroutine gather(change)
    integer, intent(in) :: change
    real(double) :: a(n*m), b(n*m), g(n*m)
    integer :: idx(n*m), k, step
    call numbers(a)
    g = 0
    do k = 1, n*m
      idx(k) = 1 + modulo(k*7, n*m)
    end do
    !$mdmp commregion
    do step = 1, steps
      do k = 1, n*m
        b(idx(k)) = 0.5_double*a(k) + step + k
      end do
      !$mdmp send(b, east)
      !$mdmp recv(g, west)
      do k = 1, n*m
        a(k) = 0.25_double*(a(k) + g(k))
      end do
      if (change > 0 .and. mod(step, 4) == 0) then
        do k = 1, n*m
          idx(k) = 1 + modulo(idx(k) + 13*step, n*m)
        end do
      end if
    end do
    !$mdmp end commregion
    call tell('gather', a)
  end subroutine gather

  ! A buffer is filled by a scalar that walks; how much depends on data, and what is behind it is sent, too.
  subroutine packs
    real(double) :: a(n,m), buffer(n*m), got(n*m)
    integer :: i, j, p, step
    call numbers(buffer)
    do j = 1, m
      a(:,j) = buffer((j-1)*n+1:j*n)
    end do
    got = 0
    !$mdmp commregion
    do step = 1, steps
      p = 0
      do j = 1, m
        do i = 1, n
          if (a(i,j) < 0.1_double*mod(step, 5)) cycle
          p = p + 1
          buffer(p) = a(i,j)*step
        end do
      end do
      !$mdmp send(buffer, east)
      !$mdmp recv(got, west)
      p = 0
      do j = 1, m
        do i = 1, n
          p = p + 1
          a(i,j) = 0.5_double*(a(i,j) + got(p)/step)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('packs', buffer)
    call tell('packs', a(:,3))
  end subroutine packs

  ! Columns that a list names; behind the send and before its next execution they are written once more.
  subroutine columns
    real(double) :: u(n,m), v(n,m), g(n,m)
    integer :: list(m), i, j, step
    call numbers2(u)
    call numbers2(v)
    g = 0
    do j = 1, m
      list(j) = 1 + modulo(3*j, m)
    end do
    !$mdmp commregion mode(counted)
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i,list(j)) = v(i,j) + 0.1_double*g(i,j)
        end do
      end do
      if (mod(step, 3) == 0) u(:,list(1)) = u(:,list(1)) + step
      if (mod(step, 5) == 0) u(7,m) = -step
      !$mdmp send(u, west)
      !$mdmp recv(g, east)
      u(n,:) = 0
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5_double*(v(i,j) + u(i,j))
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('columns', v(:,1))
    call tell('columns', g(:,m))
  end subroutine columns

  ! Writes under conditions that change from step to step.
  subroutine masks
    real(double) :: u(n,m), g(n,m)
    integer :: where_(n), i, j, step
    call numbers2(u)
    g = 0
    where_ = 1
    !$mdmp commregion mode(counted)
    do step = 1, steps
      do j = 1, m
        if (modulo(j + step, 4) == 0) cycle
        do i = 1, n
          if (u(i,j) > 0.9_double*where_(i)) u(where_(i),m-j+1) = u(i,j) - step
          u(i,j) = 0.9_double*u(i,j) + 0.05_double*g(i,j)
        end do
      end do
      !$mdmp send(u(:,2:m-1), west)
      !$mdmp recv(g(:,2:m-1), east)
      do i = 1, n
        where_(i) = 1 + modulo(i*step, n)
      end do
    end do
    !$mdmp end commregion
    call tell('masks', u(:,5))
    call tell('masks', g(:,m-1))
  end subroutine masks

  ! Sections, peers, tags and conditions of the send change.
  subroutine peers
    real(double) :: u(n,m), g(n,m)
    integer :: list(m), i, j, step, to, from, lo
    logical :: on
    call numbers2(u)
    g = 0
    do j = 1, m
      list(j) = m + 1 - j
    end do
    !$mdmp commregion mode(counted)
    do step = 1, 3*steps
      to = merge(east, west, mod(step, 7) < 4)
      from = merge(west, east, mod(step, 7) < 4)
      lo = 1 + mod(step/5, 3)
      on = mod(step, 9) /= 0
      do j = 1, m
        do i = 1, n
          u(i,list(j)) = 0.7_double*u(i,list(j)) + g(i,j) + step
        end do
      end do
      !$mdmp send(u(lo:n-lo:lo,:), to) tag(mod(step, 2)) if(on)
      !$mdmp recv(g(lo:n-lo:lo,:), from) tag(mod(step, 2)) if(on)
      g(:,1) = 0.001_double*g(:,2)
    end do
    !$mdmp end commregion
    call tell('peers', u(:,1))
    call tell('peers', g(:,m))
  end subroutine peers

  ! What came is handed on.
  subroutine relay
    real(double) :: a(n*m), b(n*m)
    integer :: k, step, p
    call numbers(a)
    b = a
    !$mdmp commregion mode(counted)
    do step = 1, steps
      p = n*m + 1
      do k = 1, n*m/2
        p = p - 1
        a(p) = 0.5_double*b(k) + step
      end do
      !$mdmp send(a, east)
      !$mdmp recv(b, west)
      continue
      !$mdmp send(b, east)
      !$mdmp recv(a, west)
    end do
    !$mdmp end commregion
    call tell('relay', a)
    call tell('relay', b)
  end subroutine relay

  ! An array that comes and goes between a nest and its send, and has another length each time.
  subroutine comes
    real(double), allocatable :: a(:), g(:)
    integer, allocatable :: idx(:)
    integer :: k, step, length
    allocate (idx(n*m))
    do k = 1, n*m
      idx(k) = k
    end do
    !$mdmp commregion mode(counted)
    do step = 1, 2*steps
      length = n*(m - mod(step/6, 2))
      if (mod(step, 4) == 1) then
        if (allocated(a)) deallocate (a, g)
        allocate (a(length), g(length))
        call numbers(a)
        g = 1
      end if
      do k = 1, size(a)
        a(idx(k)) = a(idx(k)) + 0.01_double*g(k)
      end do
      if (mod(step, 7) == 0) then
        deallocate (a)
        allocate (a(size(g)))
        a = step
      end if
      !$mdmp send(a, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('comes', a)
    call tell('comes', g)
  end subroutine comes

  ! Loops without a count, and loops that are left; the region, too.
  subroutine leaves
    real(double) :: a(n,m), g(n,m)
    integer :: j, step, stay
    call numbers2(a)
    g = 0
    do stay = 1, 3
      !$mdmp commregion mode(counted)
      do step = 1, steps
        j = 0
        do while (j < m)
          j = j + 1
          a(:,j) = 0.9_double*a(:,j) + 0.1_double*g(:,m+1-j)
          if (a(1,j) < 0 .and. j > m/2) exit
        end do
        do j = 1, m
          if (j > m - mod(step, 4)) exit
          a(:,j) = a(:,j) - 0.1_double
        end do
        if (step == steps - 2*stay) exit
        !$mdmp send(a, east)
        !$mdmp recv(g, west)
      end do
      !$mdmp end commregion
    end do
    call tell('leaves', a(:,m))
    call tell('leaves', g(:,1))
  end subroutine leaves

  subroutine numbers(x)
    real(double), intent(out) :: x(:)
    integer :: k
    do k = 1, size(x)
      x(k) = mod(k*7919 + rank*17, 1009)/997.0_double
    end do
  end subroutine numbers

  subroutine numbers2(x)
    real(double), intent(out) :: x(:,:)
    integer :: j
    do j = 1, size(x, 2)
      call numbers(x(:,j))
    end do
  end subroutine numbers2
end program counted
