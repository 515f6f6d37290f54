! run: modes plain auto manage counted
! run: ranks 1 2 3
! Loops that are no nests write what is sent: DO WHILE, loops that are left, loops that call. What their iterations were
! counted to write in one step is wrong in the next: other numbers of iterations, other orders, none; sections that move
! while the loop runs; writes behind it; loops that are left for good.
program unitloops
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0), n = 300, m = 40, steps = 16
  integer :: rank, ranks, ierr, west, east
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  call changes
  call orders
  call nothing
  call moves
  call swaps
  call behind
  call leaves
  call talks
  call masks
  call names_
  call again(3)
  call two
  call mpi_finalize(ierr)
contains
  subroutine tell(what, x)
    character(*), intent(in) :: what
    real(double), intent(in) :: x(:,:)
    print '(a,i3,4es25.16)', what, rank, sum(x), x(1,1), x(n,size(x, 2)), maxval(x)
  end subroutine tell

  ! As many iterations as data ask for.
  subroutine changes
    real(double) :: u(n,m), g(n,m)
    integer :: i, j, step
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      j = 0
      do while (j < m - mod(step, 5))
        j = j + 1
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j) + step
        end do
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('changes', u)
    call tell('changes', g)
  end subroutine changes

  ! Backwards, forwards, and all twice.
  subroutine orders
    real(double) :: u(n,m), g(n,m)
    integer :: i, j, k, step
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      k = 0
      do
        k = k + 1
        if (k > m*(1 + mod(step/6, 2))) exit
        j = merge(k, 2*m + 1 - k, mod(step/4, 2) == 0)
        j = 1 + modulo(j - 1, m)
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,m+1-j) + k
        end do
      end do
      !$mdmp send(u(:,2:m), east)
      !$mdmp recv(g(:,2:m), west)
    end do
    !$mdmp end commregion
    call tell('orders', u)
  end subroutine orders

  ! No iteration in some steps, one in others.
  subroutine nothing
    real(double) :: u(n,m), g(n,m)
    integer :: i, step, left
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      left = mod(step, 3)
      do while (left > 0)
        left = left - 1
        do i = 1, n
          u(i,1+left) = u(i,2+left) + g(i,3)
        end do
      end do
      !$mdmp send(u, west)
      !$mdmp recv(g, east)
    end do
    !$mdmp end commregion
    call tell('nothing', u)
  end subroutine nothing

  ! The array is another one while the loop runs; or none.
  subroutine moves
    real(double), allocatable :: u(:,:), v(:,:)
    real(double) :: g(n,m)
    integer :: i, j, step
    allocate (u(n,m))
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      j = 0
      do while (j < m)
        j = j + 1
        if (j == 7 .and. mod(step, 3) == 0) then
          allocate (v(n,m))
          v = u - 1
          call move_alloc(v, u)
        end if
        if (j == 11 .and. mod(step, 4) == 0) then
          v = u
          deallocate (u)
        end if
        if (j == 13 .and. .not. allocated(u)) call move_alloc(v, u)
        if (.not. allocated(u)) cycle
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j)
        end do
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('moves', u)
  end subroutine moves

  ! Pointers that change places in the loop; what is sent is written by another name.
  subroutine swaps
    real(double), target :: a(n,m), b(n,m)
    real(double), pointer :: u(:,:), v(:,:), w(:,:)
    real(double) :: g(n,m)
    integer :: i, j, step
    call numbers(a)
    b = a + 1
    g = 0
    u => a
    v => b
    !$mdmp commregion
    do step = 1, steps
      j = 0
      do while (j < m)
        j = j + 1
        if (mod(j, 16) == 0) then
          w => u
          u => v
          v => w
        end if
        do i = 1, n
          v(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j)
          a(i,m+1-j) = a(i,m+1-j) + 0.01_double
        end do
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('swaps', a)
    call tell('swaps', b)
  end subroutine swaps

  ! Writes behind the loop, and behind the send.
  subroutine behind
    real(double) :: u(n,m), g(n,m)
    integer :: i, j, step
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      j = 0
      do while (j < m)
        j = j + 1
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j)
        end do
      end do
      if (mod(step, 3) == 0) u(5,:) = step
      if (mod(step, 7) == 0) u(:,m) = -step
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
      u(7,1:m/2) = step
    end do
    !$mdmp end commregion
    call tell('behind', u)
    call tell('behind', g)
  end subroutine behind

  ! Loops that are left by EXIT, GOTO, CYCLE of the loop around, RETURN; the region, too.
  subroutine leaves
    real(double) :: u(n,m), g(n,m)
    integer :: stay
    call numbers(u)
    g = 0
    do stay = 1, 4
      call left(u, g, stay)
    end do
    call tell('leaves', u)
    call tell('leaves', g)
  end subroutine leaves

  subroutine left(u, g, stay)
    real(double), intent(inout) :: u(n,m), g(n,m)
    integer, intent(in) :: stay
    integer :: i, j, step
    !$mdmp commregion
    outer: do step = 1, steps
      inner: do j = 1, m
        if (j > m - mod(step, 4)) exit
        if (step == 5 .and. j == m/2) cycle outer
        if (step == 9 .and. j == 3) go to 10
        if (step == steps - stay .and. j == m/3) exit outer
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j)
          if (u(i,j) > 1e6_double) cycle inner
        end do
      end do inner
10    continue
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do outer
    !$mdmp end commregion
    if (stay == 3) return
    u(1,1) = u(1,1) + 1
  end subroutine left

  ! Other messages while the loop runs, on the same lane and by the program itself.
  subroutine talks
    real(double) :: u(n,m), g(n,m), s, t
    integer :: i, j, step
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, steps
      j = 0
      s = 1
      do while (j < m .and. s > 0)
        j = j + 1
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j)
        end do
        if (mod(j, 8) == 0) then
          call mpi_allreduce(u(1,j), t, 1, mpi_double_precision, mpi_sum, mpi_comm_world, ierr)
          u(2,j) = t
        end if
        if (mod(j, 16) == 1) call aside(u, s)
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('talks', u)
  end subroutine talks

  subroutine aside(u, s)
    real(double), intent(inout) :: u(n,m), s
    real(double) :: t(n)
    !$mdmp send(u(:,1), east)
    !$mdmp recv(t, west)
    u(:,3) = 0.5_double*(u(:,3) + t)
    s = s + abs(t(1)) + 1
  end subroutine aside

  ! Under conditions of data; sections with strides, several in a message, conditions on the message.
  subroutine masks
    real(double) :: u(n,m), v(n,m), g(n,m), h(n,m)
    integer :: i, j, step
    logical :: on
    call numbers(u)
    v = u
    g = 0
    h = 0
    !$mdmp commregion
    do step = 1, steps
      on = mod(step, 5) /= 0
      j = m
      do while (j > 0)
        do i = 1, n
          if (mod(i + step, 3) == 0) cycle
          if (u(i,j) > g(i,j)) v(i,j) = v(i,j) + 0.1_double*h(i,j)
          u(i,j) = 0.9_double*u(i,j) + 0.05_double*g(i,j)
        end do
        j = j - 1
      end do
      !$mdmp send([u(1:n:2,:), v(:,2:m:3)], east) if(on)
      !$mdmp recv([g(1:n:2,:), h(:,2:m:3)], west) if(on)
    end do
    !$mdmp end commregion
    call tell('masks', u)
    call tell('masks', v)
  end subroutine masks

  ! Names that the translator would like to have.
  subroutine names_
    real(double) :: u(n,m), mdmp_w(n,m)
    integer :: mdmp_k, int, achar, step
    call numbers(u)
    mdmp_w = 0
    !$mdmp commregion
    do step = 1, steps
      mdmp_k = 0
      do while (mdmp_k < m)
        mdmp_k = mdmp_k + 1
        int = 0
        do achar = 1, n
          int = int + 1
          u(int,mdmp_k) = 0.9_double*u(int,mdmp_k) + 0.1_double*mdmp_w(int,mdmp_k)
        end do
      end do
      !$mdmp send(u, east)
      !$mdmp recv(mdmp_w, west)
    end do
    !$mdmp end commregion
    call tell('names', u)
  end subroutine names_

  ! The loop is entered once more while it runs.
  recursive subroutine again(depth)
    integer, intent(in) :: depth
    real(double) :: u(n,m), g(n,m)
    integer :: i, j, step
    call numbers(u)
    g = 0
    !$mdmp commregion
    do step = 1, 4
      j = 0
      do while (j < m)
        j = j + 1
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + 0.1_double*g(i,j) + depth
        end do
        if (j == m/2 .and. depth > 0 .and. step == 3) call again(depth - 1)
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('again', u)
  end subroutine again

  ! Two messages of one loop, on one lane; a nest writes one of them after it.
  subroutine two
    real(double) :: u(n,m), v(n,m), g(n,m), h(n,m)
    integer :: i, j, step
    call numbers(u)
    v = u + 1
    g = 0
    h = 0
    !$mdmp commregion mode(counted)
    do step = 1, steps
      j = 0
      do while (j < m)
        j = j + 1
        u(:,j) = 0.9_double*u(:,j) + 0.1_double*g(:,j)
        v(:,m+1-j) = 0.9_double*v(:,m+1-j) + 0.1_double*h(:,j)
      end do
      if (mod(step, 2) == 0) then
        do j = 1, m/3
          do i = 1, n
            u(i,j) = u(i,j) - 0.01_double
          end do
        end do
      end if
      !$mdmp send(u, east)
      !$mdmp send(v, east)
      !$mdmp recv(g, west)
      !$mdmp recv(h, west)
    end do
    !$mdmp end commregion
    call tell('two', u)
    call tell('two', v)
  end subroutine two

  subroutine numbers(x)
    real(double), intent(out) :: x(:,:)
    integer :: i, j
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i,j) = mod(i*7919 + 31*j + rank*17, 1009)/997.0_double
      end do
    end do
  end subroutine numbers
end program unitloops
