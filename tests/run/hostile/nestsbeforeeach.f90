! run: flags -fopenmp
! Nests whose iterations depend on each other need a halo and make another one,
! which is changed behind the statement that follows.
module common
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: me, ranks, left, right, ierr, idx(n)
  type tile
    real(8) :: u(n,0:m+1)
  end type
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
program nestsbeforeeach
  use common
  implicit none
  integer :: i0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  idx = [(n + 1 - i0, i0 = 1, n)]
  call r_assignment
  call r_array_assignment
  call r_associate
  call r_call
  call r_call_of_MPI
  call r_continue
  call r_deallocate
  call r_do
  call r_do_concurrent
  call r_else
  call r_end_do
  call r_end_if
  call r_forall
  call r_if_construct
  call r_if_statement
  call r_input_or_output
  call r_pointer_assignment
  call r_nullify
  call r_where
  call r_allocate
  call r_block
  call r_another_statement
  call r_jump
  call r_select
  call r_a_nest
  call r_openmp
  call MPI_Finalize(ierr)
contains
  subroutine r_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_assignment', s, sum(w), sum(u))
  end subroutine
  subroutine r_array_assignment
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      w(1:n) = w(1:n) + cshift(u(1:n,2), 1)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_array_assignment', s, sum(w), sum(u))
  end subroutine
  subroutine r_associate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      associate (z => u(3,2))
        s = s + z
      end associate
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_associate', s, sum(w), sum(u))
  end subroutine
  subroutine r_call
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      call add(s, u(3,2))
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_call', s, sum(w), sum(u))
  end subroutine
  subroutine r_call_of_MPI
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: z
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      call MPI_Allreduce(u(3,2), z, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
      s = s + z
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_call_of_MPI', s, sum(w), sum(u))
  end subroutine
  subroutine r_continue
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
10 continue
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_continue', s, sum(w), sum(u))
  end subroutine
  subroutine r_deallocate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8), allocatable :: a(:)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      allocate (a(n))
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      deallocate (a)
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_deallocate', s, sum(w), sum(u))
  end subroutine
  subroutine r_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      do i = 1, n
        if (s > 1d9) exit
        s = 0.5d0*s + u(i,2)
      end do
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_do', s, sum(w), sum(u))
  end subroutine
  subroutine r_do_concurrent
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      do concurrent (i = 1:n)
        w(i) = w(i) + u(idx(i),2)
      end do
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_do_concurrent', s, sum(w), sum(u))
  end subroutine
  subroutine r_else
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      if (it > 0) then
        do j = 1, m
          do i = 1, n
            u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
          end do
        end do
      else
        s = s + 1
      end if
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_else', s, sum(w), sum(u))
  end subroutine
  subroutine r_end_do
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j, k
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do k = 1, 1
        do j = 1, m
          do i = 1, n
            u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
          end do
        end do
      end do
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_end_do', s, sum(w), sum(u))
  end subroutine
  subroutine r_end_if
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      if (it > 0) then
        do j = 1, m
          do i = 1, n
            u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
          end do
        end do
      end if
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_end_if', s, sum(w), sum(u))
  end subroutine
  subroutine r_forall
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      forall (i = 1:n) w(idx(i)) = w(idx(i)) + u(i,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_forall', s, sum(w), sum(u))
  end subroutine
  subroutine r_if_construct
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      if (u(3,2) > it) then
        s = s + 1
      else
        s = s - 0.5d0
      end if
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_if_construct', s, sum(w), sum(u))
  end subroutine
  subroutine r_if_statement
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      if (u(3,2) > it) s = s + 1
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_if_statement', s, sum(w), sum(u))
  end subroutine
  subroutine r_input_or_output
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    character(40) :: line
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      write (line, *) u(3,2)
      s = s + iachar(line(4:4)) + iachar(line(7:7))
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_input_or_output', s, sum(w), sum(u))
  end subroutine
  subroutine r_pointer_assignment
    real(8), target :: w(n)
    real(8), pointer :: p(:)
    real(8) :: s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      p => w(1:n)
      s = s + u(3,2) + p(2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_pointer_assignment', s, sum(w), sum(u))
  end subroutine
  subroutine r_nullify
    real(8), target :: w(n)
    real(8), pointer :: p(:)
    real(8) :: s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      nullify (p)
      s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_nullify', s, sum(w), sum(u))
  end subroutine
  subroutine r_where
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      where (u(1:n,2) > it) w(1:n) = cshift(w(1:n), 1) + 1
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_where', s, sum(w), sum(u))
  end subroutine
  subroutine r_allocate
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8), allocatable :: a(:)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      allocate (a(n), source=u(1:n,2))
      s = s + a(3)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
      deallocate (a)
    end do
    !$mdmp end commregion
    call tell('r_allocate', s, sum(w), sum(u))
  end subroutine
  subroutine r_block
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      block
        real(8) :: q
        q = u(3,2)
        s = s + q
      end block
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_block', s, sum(w), sum(u))
  end subroutine
  subroutine r_another_statement
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      check: if (u(3,2) > it) then
        s = s + 1
      else check
        s = s - 0.5d0
      end if check
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_another_statement', s, sum(w), sum(u))
  end subroutine
  subroutine r_jump
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      go to 10
      s = s + 7
10 s = s + u(3,2)
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_jump', s, sum(w), sum(u))
  end subroutine
  subroutine r_select
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      select case (merge(1, 2, u(3,2) > it))
      case (1)
        s = s + 1
      case default
        s = s - 0.5d0
      end select
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_select', s, sum(w), sum(u))
  end subroutine
  subroutine r_a_nest
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_a_nest', s, sum(w), sum(u), sum(v))
  end subroutine
  subroutine r_openmp
    real(8) :: w(n), s
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j) + it
        end do
      end do
      !$omp parallel do
      do i = 1, n
        w(idx(i)) = w(idx(i)) + 1
      end do
      !$omp end parallel do
      if (mod(it, 2) == 0) u(3,m) = u(3,m) + it
    end do
    !$mdmp end commregion
    call tell('r_openmp', s, sum(w), sum(u))
  end subroutine
end program
