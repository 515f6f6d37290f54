! run: flags -fopenmp
! What is left: sends that are complete before statements of each kind, receives that are needed at once beside
! others that are not, memory that is freed where a receive was to be pending, pointers to the same memory.
module common
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: me, ranks, left, right, ierr, idx(n)
  type tile
    real(8) :: u(n,0:m+1)
  end type
  real(8) :: common_u(n,0:m+1)
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  subroutine add(s, x)
    real(8), intent(inout) :: s
    real(8), intent(in) :: x
    s = s + x
  end subroutine
  subroutine first_entry(s)
    real(8), intent(inout) :: s
    s = s + 1
    return
  entry second_entry(s)
    s = s + common_u(3,m+1)
  end subroutine
  subroutine tell(what, a, b, c, d, e)
    character(*), intent(in) :: what
    real(8), intent(in) :: a, b, c
    real(8), intent(in), optional :: d, e
    real(8) :: x(5)
    x = 0; x(1:3) = [a, b, c]
    if (present(d)) x(4) = d
    if (present(e)) x(5) = e
    print '(a,i3,5es25.16)', what, me, x
  end subroutine
end module
program otherbeforeeach
  use common
  implicit none
  integer :: i0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  idx = [(n + 1 - i0, i0 = 1, n)]
  call fire_a_nest
  call fire_openmp
  call fire_call
  call fire_associate
  call fire_block
  call fire_end_if
  call fire_if_construct
  call fire_input_or_output
  call prompt_assignment
  call prompt_array_assignment
  call prompt_associate
  call prompt_call
  call prompt_call_of_MPI
  call prompt_continue
  call prompt_deallocate
  call prompt_do
  call prompt_do_concurrent
  call prompt_else
  call prompt_end_do
  call prompt_end_if
  call prompt_forall
  call prompt_if_construct
  call prompt_if_statement
  call prompt_input_or_output
  call prompt_pointer_assignment
  call prompt_where
  call prompt_allocate
  call prompt_block
  call prompt_another_statement
  call prompt_jump
  call prompt_select
  call prompt_a_nest
  call dis_a_nest
  call dis_assignment
  call dis_do
  call dis_pointer_assignment
  call dis_end_do
  call dis_an_exchange
  call dis_call
  call dis_if_construct
  call idle_assignment
  call idle_openmp
  call asks_block
  call asks_do
  call keeps
  call r_frees
  call r_calls
  call MPI_Finalize(ierr)
contains
  subroutine fire_a_nest
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j+1)
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_a_nest', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_openmp
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      !$omp parallel do
      do i = 1, n
        w(idx(i)) = w(idx(i)) + 1
      end do
      !$omp end parallel do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_openmp', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_call
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      call add(s, v(3,2))
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_call', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_associate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      associate (z => v(3,2))
        s = s + z
      end associate
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_associate', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_block
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      block
        real(8) :: q
        q = v(3,2)
        s = s + q
      end block
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_block', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_end_if
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      if (it > 0) then
        do k = 1, n
          if (s > 1d9) exit
          u(k,1) = 0.5d0*u(k,1) + it
        end do
      end if
      s = s + v(3,2)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_end_if', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_if_construct
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      if (v(3,2) > it) then
        s = s + 1
      else
        s = s - 0.5d0
      end if
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_if_construct', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine fire_input_or_output
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    character(40) :: line
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      s = s + u(3,m+1)
      do k = 1, n
        if (s > 1d9) exit
        u(k,1) = 0.5d0*u(k,1) + it
      end do
      write (line, *) v(3,2)
      s = s + iachar(line(4:4)) + iachar(line(7:7))
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,1) = u(3,1) + it
    end do
    !$mdmp end commregion
    call tell('fire_input_or_output', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine prompt_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_assignment', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_array_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      w(1:n) = w(1:n) + cshift(u(1:n,m+1), 1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_array_assignment', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_associate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      associate (z => u(3,m+1))
        s = s + z
      end associate
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_associate', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_call
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      call add(s, u(3,m+1))
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_call', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_call_of_MPI
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    real(8) :: z
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      call MPI_Allreduce(u(3,m+1), z, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
      s = s + z
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_call_of_MPI', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_continue
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
10 continue
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_continue', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_deallocate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    real(8), allocatable :: a(:)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      allocate (a(n))
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      deallocate (a)
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_deallocate', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      do i = 1, n
        if (s > 1d9) exit
        s = 0.5d0*s + u(i,m+1)
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_do', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_do_concurrent
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      do concurrent (i = 1:n)
        w(i) = w(i) + u(idx(i),m+1)
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_do_concurrent', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_else
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      if (it > 0) then
        !$mdmp send(u(:,1), left)
        !$mdmp send(u(:,2), left) tag(1)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp recv(h, right) tag(1)
      else
        s = s + 1
      end if
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_else', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_end_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      do k = 1, 1
        !$mdmp send(u(:,1), left)
        !$mdmp send(u(:,2), left) tag(1)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp recv(h, right) tag(1)
      end do
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_end_do', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_end_if
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      if (it > 0) then
        !$mdmp send(u(:,1), left)
        !$mdmp send(u(:,2), left) tag(1)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp recv(h, right) tag(1)
      end if
      s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_end_if', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_forall
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      forall (i = 1:n) w(idx(i)) = w(idx(i)) + u(i,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_forall', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_if_construct
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      if (u(3,m+1) > it) then
        s = s + 1
      else
        s = s - 0.5d0
      end if
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_if_construct', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_if_statement
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      if (u(3,m+1) > it) s = s + 1
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_if_statement', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_input_or_output
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    character(40) :: line
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      write (line, *) u(3,m+1)
      s = s + iachar(line(4:4)) + iachar(line(7:7))
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_input_or_output', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_pointer_assignment
    real(8), target :: w(n)
    real(8), pointer :: p(:)
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      p => w(1:n)
      s = s + u(3,m+1) + p(2)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_pointer_assignment', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_where
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      where (u(1:n,m+1) > it) w(1:n) = cshift(w(1:n), 1) + 1
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_where', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_allocate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    real(8), allocatable :: a(:)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      if (allocated(a)) deallocate (a)
      allocate (a(n), source=u(1:n,m+1))
      s = s + a(3)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_allocate', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_block
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      block
        real(8) :: q
        q = u(3,m+1)
        s = s + q
      end block
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_block', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_another_statement
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      check: if (u(3,m+1) > it) then
        s = s + 1
      else check
        s = s - 0.5d0
      end if check
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_another_statement', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_jump
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      go to 10
      s = s + 7
10 s = s + u(3,m+1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_jump', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_select
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp recv(h, right) tag(1)
      select case (merge(1, 2, u(3,m+1) > it))
      case (1)
        s = s + 1
      case default
        s = s - 0.5d0
      end select
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + h(3)
    end do
    !$mdmp end commregion
    call tell('prompt_select', s, sum(w), sum(u), sum(v), sum(h))
  end subroutine
  subroutine prompt_a_nest
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(v(:,m), right) tag(1)
      !$mdmp recv(v(:,0), left) tag(1)
      do j = 1, min(m, 2 + int(abs(u(3,m+1))))
        do i = 1, n
          u(i,j) = u(i,j) + 0.5d0*v(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('prompt_a_nest', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine dis_a_nest
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j-1)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('dis_a_nest', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      s = s + v(3,1)
    end do
    !$mdmp end commregion
    call tell('dis_assignment', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_pointer_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:), r(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      r => p
      s = s + r(3,1)
    end do
    !$mdmp end commregion
    call tell('dis_pointer_assignment', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_end_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('dis_end_do', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_an_exchange
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      !$mdmp send(b(:,m), right) tag(1)
      !$mdmp recv(v(:,0), left) tag(1)
      s = s + v(3,0)
    end do
    !$mdmp end commregion
    call tell('dis_an_exchange', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      do i = 1, n
        if (s > 1d9) exit
        s = 0.5d0*s + v(i,1)
      end do
    end do
    !$mdmp end commregion
    call tell('dis_do', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_call
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      call add(s, v(3,1))
    end do
    !$mdmp end commregion
    call tell('dis_call', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine dis_if_construct
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    real(8), target :: b(n,0:m+1)
    real(8), pointer :: p(:,:), q(:,:)
    u = me; w = 1; s = 0
    v = 1
    b = 1; p => b(:,1:m+1); q => b(:,0:m)
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          p(i,j) = 0.5d0*q(i,j) + u(i,j-1)
        end do
      end do
      if (v(3,1) > it) then
        s = s + 1
      else
        s = s - 0.5d0
      end if
    end do
    !$mdmp end commregion
    call tell('dis_if_construct', s, sum(w), sum(u), sum(b), sum(v))
  end subroutine
  subroutine idle_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      v = 2*u
      s = s + v(3,m+1)
    end do
    !$mdmp end commregion
    call tell('idle_assignment', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine idle_openmp
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$omp parallel do private(i)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j+1)
        end do
      end do
      !$omp end parallel do
    end do
    !$mdmp end commregion
    call tell('idle_openmp', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine asks_block
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      do j = 1, m
        block
          real(8) :: q
          do i = 1, n
            q = u(i,j+1)
            v(i,j) = 0.5d0*q
          end do
        end block
      end do
    end do
    !$mdmp end commregion
    call tell('asks_block', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine asks_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          block
            real(8) :: q
            q = u(i,j+1)
            v(i,j) = 0.5d0*q
          end block
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('asks_do', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine keeps
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: h(n)
    integer :: it, i, j
    u = me; w = 1; s = 0
    h = 2
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      !$mdmp send(h, left)
      !$mdmp recv(u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          h(3) = h(3) + 0.5d0*u(i,j+1)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('keeps', s, sum(w), sum(u), sum(h))
  end subroutine
  subroutine ring(x)
    real(8), intent(inout) :: x(:)
    integer :: k
    k = size(x)/2
    !$mdmp send(x(1:k), left)
    !$mdmp recv(x(k+1:2*k), right)
    x(1:k) = 0.5d0*x(1:k) + 1
  end subroutine
  subroutine frees_deallocate(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    call ring(a)
    s = s + a(n)
    deallocate (a)
    allocate (other(n))
    other = it
    call late(it)
    call ring(other)
    s = s + other(n)
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  subroutine frees_call(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    real(8), allocatable :: b(:)
    allocate (b(3))
    call ring(a)
    s = s + a(n)
    call move_alloc(b, a)
    allocate (other(n))
    other = it
    call late(it)
    call ring(other)
    s = s + other(n)
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  subroutine frees_nest(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    call ring(a)
    s = s + a(n)
    a = 0.5d0*[a(1), a(2)]
    allocate (other(36))
    other = it
    call late(it)
    call ring(other)
    s = s + other(36)
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  subroutine frees_array(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    real(8) :: h(n)
    h = it
    call ring(a)
    s = s + a(n)
    a = 0.5d0*h(1:2)
    allocate (other(36))
    other = it
    call late(it)
    call ring(other)
    s = s + other(36)
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  ! what the caller granted is freed before the first statement
  subroutine frees_out(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(out) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    allocate (other(n))
    other = it
    call late(it)
    call ring(other)
    s = s + other(n)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  subroutine frees_out_array(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(out) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    real(8) :: h(n)
    h = it
    a = 0.5d0*h(1:2)
    allocate (other(n))
    other = it
    call late(it)
    call ring(other)
    s = s + other(n)
    deallocate (a)
    allocate (a(n))
    a = it + me
    call ring(a)
  end subroutine
  subroutine frees_allocate(it, a, s)
    integer, intent(in) :: it
    real(8), allocatable, intent(out) :: a(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: other(:)
    allocate (a(2))
    allocate (other(n))
    other = it
    call late(it)
    call ring(other)
    s = s + other(n)
    a = it + me
    call ring(a)
  end subroutine
  subroutine r_frees
    real(8), allocatable :: a(:)
    real(8) :: s
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    v = 1
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_deallocate(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_deallocate', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_call(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_call', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_nest(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_nest', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_array(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_array', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_allocate(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_allocate', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_out(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_out', s, a(1), sum(v))
    s = 0
    if (allocated(a)) deallocate (a)
    allocate (a(n))
    a = 1
    !$mdmp commregion
    do it = 1, 3
      call frees_out_array(it, a, s)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + a(size(a))
    end do
    !$mdmp end commregion
    call tell('frees_out_array', s, a(1), sum(v))
  end subroutine
  subroutine r_calls
    real(8) :: s
    integer :: it, i, j
    real(8) :: v(n,0:m+1)
    s = 0; common_u = me; v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      common_u(:,1:m) = common_u(:,1:m) + me + it
      !$mdmp send(common_u(:,1), left)
      !$mdmp recv(common_u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      call second_entry(s)
    end do
    !$mdmp end commregion
    call tell('calls', s, sum(v), sum(common_u))
  end subroutine
end program
