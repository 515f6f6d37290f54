! Receives into components, which cannot be completed by name.
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
program partsbeforeeach
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
  call r_do
  call r_do_concurrent
  call r_forall
  call r_if_construct
  call r_if_statement
  call r_input_or_output
  call r_where
  call r_allocate
  call r_block
  call r_another_statement
  call r_select
  call r_an_exchange
  call r_a_nest
  call MPI_Finalize(ierr)
contains
  subroutine r_assignment
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      s = s + t%u(3,m+1)
    end do
    !$mdmp end commregion
    call tell('r_assignment', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_array_assignment
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      w(1:n) = w(1:n) + cshift(t%u(1:n,m+1), 1)
    end do
    !$mdmp end commregion
    call tell('r_array_assignment', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_associate
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      associate (z => t%u(3,m+1))
        s = s + z
      end associate
    end do
    !$mdmp end commregion
    call tell('r_associate', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_call
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      call add(s, t%u(3,m+1))
    end do
    !$mdmp end commregion
    call tell('r_call', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_call_of_MPI
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    real(8) :: z
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      call MPI_Allreduce(t%u(3,m+1), z, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
      s = s + z
    end do
    !$mdmp end commregion
    call tell('r_call_of_MPI', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_do
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      do i = 1, n
        if (s > 1d9) exit
        s = 0.5d0*s + t%u(i,m+1)
      end do
    end do
    !$mdmp end commregion
    call tell('r_do', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_do_concurrent
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      do concurrent (i = 1:n)
        w(idx(i)) = w(idx(i)) + t%u(i,m+1)
      end do
    end do
    !$mdmp end commregion
    call tell('r_do_concurrent', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_forall
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      forall (i = 1:n) w(idx(i)) = w(idx(i)) + t%u(i,m+1)
    end do
    !$mdmp end commregion
    call tell('r_forall', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_if_construct
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (t%u(3,m+1) > it) then
        s = s + 1
      else
        s = s - 0.5d0
      end if
    end do
    !$mdmp end commregion
    call tell('r_if_construct', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_if_statement
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (t%u(3,m+1) > it) s = s + 1
    end do
    !$mdmp end commregion
    call tell('r_if_statement', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_input_or_output
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    character(40) :: line
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      write (line, *) t%u(3,m+1)
      s = s + iachar(line(4:4)) + iachar(line(7:7))
    end do
    !$mdmp end commregion
    call tell('r_input_or_output', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_where
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      where (t%u(1:n,m+1) > it) w(1:n) = cshift(w(1:n), 1) + 1
    end do
    !$mdmp end commregion
    call tell('r_where', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_allocate
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    real(8), allocatable :: a(:)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (allocated(a)) deallocate (a)
      allocate (a(n), source=t%u(1:n,m+1))
      s = s + a(3)
    end do
    !$mdmp end commregion
    call tell('r_allocate', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_block
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      block
        real(8) :: q
        q = t%u(3,m+1)
        s = s + q
      end block
    end do
    !$mdmp end commregion
    call tell('r_block', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_another_statement
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      check: if (t%u(3,m+1) > it) then
        s = s + 1
      else check
        s = s - 0.5d0
      end if check
    end do
    !$mdmp end commregion
    call tell('r_another_statement', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_select
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      select case (merge(1, 2, t%u(3,m+1) > it))
      case (1)
        s = s + 1
      case default
        s = s - 0.5d0
      end select
    end do
    !$mdmp end commregion
    call tell('r_select', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_an_exchange
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      !$mdmp send(t%u(1:2+merge(1,0,t%u(3,m+1)>-1),1), left) tag(2)
      !$mdmp recv(w(1:3), right) tag(2)
      s = s + w(3)
    end do
    !$mdmp end commregion
    call tell('r_an_exchange', s, sum(w), sum(t%u), sum(v))
  end subroutine
  subroutine r_a_nest
    real(8) :: w(n), s
    type(tile) :: t
    real(8) :: v(n,0:m+1)
    integer :: it, i, j
    t%u = me; w = 1; s = 0
    v = 1
    !$mdmp commregion
    do it = 1, 3
      call late(it)
      t%u(:,1:m) = t%u(:,1:m) + me + it
      w(2) = w(2) + it
      !$mdmp send(t%u(:,1), left)
      !$mdmp recv(t%u(:,m+1), right)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      do j = 1, min(m, 2 + int(abs(t%u(3,m+1))))
        do i = 1, n
          v(i,j) = v(i,j) + 0.5d0
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('r_a_nest', s, sum(w), sum(t%u), sum(v))
  end subroutine
end program
