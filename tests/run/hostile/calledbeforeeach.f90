! Functions and procedures that a region calls exchange right before statements of each kind:
! what was received is read there, or by a caller that does not know which procedure it calls.
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
program calledbeforeeach
  use common
  implicit none
  integer :: i0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  idx = [(n + 1 - i0, i0 = 1, n)]
  call r_functions
  call r_dummies
  call MPI_Finalize(ierr)
contains
  integer function f_assignment(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_assignment = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    s = s + u(3,m+1)
  end function
  integer function f_array_assignment(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_array_assignment = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    w(1:n) = w(1:n) + cshift(u(1:n,m+1), 1)
  end function
  integer function f_associate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_associate = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    associate (z => u(3,m+1))
      s = s + z
    end associate
  end function
  integer function f_call(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_call = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    call add(s, u(3,m+1))
  end function
  integer function f_call_of_MPI(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: z
    real(8) :: v(n,0:m+1)
    f_call_of_MPI = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    call MPI_Allreduce(u(3,m+1), z, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    s = s + z
  end function
  integer function f_continue(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_continue = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
10 continue
    s = s + u(3,m+1)
  end function
  integer function f_deallocate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8), allocatable :: a(:)
    real(8) :: v(n,0:m+1)
    f_deallocate = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    allocate (a(n))
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    deallocate (a)
    s = s + u(3,m+1)
  end function
  integer function f_do(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    f_do = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do i = 1, n
      if (s > 1d9) exit
      s = 0.5d0*s + u(i,m+1)
    end do
  end function
  integer function f_do_concurrent(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    f_do_concurrent = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do concurrent (i = 1:n)
      w(i) = w(i) + u(idx(i),m+1)
    end do
  end function
  integer function f_else(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_else = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    if (it > 0) then
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    else
      s = s + 1
    end if
    s = s + u(3,m+1)
  end function
  integer function f_end_do(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: k
    f_end_do = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    do k = 1, 1
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    end do
    s = s + u(3,m+1)
  end function
  integer function f_end_if(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_end_if = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    if (it > 0) then
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    end if
    s = s + u(3,m+1)
  end function
  integer function f_forall(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    f_forall = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    forall (i = 1:n) w(idx(i)) = w(idx(i)) + u(i,m+1)
  end function
  integer function f_if_construct(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_if_construct = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (u(3,m+1) > it) then
      s = s + 1
    else
      s = s - 0.5d0
    end if
  end function
  integer function f_if_statement(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_if_statement = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (u(3,m+1) > it) s = s + 1
  end function
  integer function f_input_or_output(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    character(40) :: line
    f_input_or_output = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    write (line, *) u(3,m+1)
    s = s + iachar(line(4:4)) + iachar(line(7:7))
  end function
  integer function f_pointer_assignment(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout), target :: w(n)
    real(8), pointer :: p(:)
    real(8) :: v(n,0:m+1)
    f_pointer_assignment = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    p => w(1:n)
    s = s + u(3,m+1) + p(2)
  end function
  integer function f_where(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_where = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    where (u(1:n,m+1) > it) w(1:n) = cshift(w(1:n), 1) + 1
  end function
  integer function f_allocate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8), allocatable :: a(:)
    real(8) :: v(n,0:m+1)
    f_allocate = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (allocated(a)) deallocate (a)
    allocate (a(n), source=u(1:n,m+1))
    s = s + a(3)
  end function
  integer function f_block(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_block = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    block
      real(8) :: q
      q = u(3,m+1)
      s = s + q
    end block
  end function
  integer function f_another_statement(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_another_statement = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    check: if (u(3,m+1) > it) then
      s = s + 1
    else check
      s = s - 0.5d0
    end if check
  end function
  integer function f_jump(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_jump = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    go to 10
    s = s + 7
10 s = s + u(3,m+1)
  end function
  integer function f_select(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    f_select = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    select case (merge(1, 2, u(3,m+1) > it))
    case (1)
      s = s + 1
    case default
      s = s - 0.5d0
    end select
  end function
  integer function f_an_exchange(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: k
    f_an_exchange = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    k = it
    !$mdmp send(u(:,m+1), left)
    !$mdmp recv(u(:,0), right)
    s = s + u(3,0)+k
  end function
  integer function f_a_nest(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i, j
    f_a_nest = 1
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it
      end do
    end do
    s = s + u(3,m+1)
  end function
  subroutine p_assignment(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    s = s + v(3,1)
  end subroutine
  subroutine p_array_assignment(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    w(1:n) = w(1:n) + cshift(v(1:n,1), 1)
  end subroutine
  subroutine p_associate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    associate (z => v(3,1))
      s = s + z
    end associate
  end subroutine
  subroutine p_call(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    call add(s, v(3,1))
  end subroutine
  subroutine p_continue(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
10 continue
    s = s + v(3,1)
  end subroutine
  subroutine p_deallocate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8), allocatable :: a(:)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    allocate (a(n))
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    deallocate (a)
    s = s + v(3,1)
  end subroutine
  subroutine p_do(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do i = 1, n
      if (s > 1d9) exit
      s = 0.5d0*s + v(i,1)
    end do
  end subroutine
  subroutine p_do_concurrent(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do concurrent (i = 1:n)
      w(i) = w(i) + v(idx(i),1)
    end do
  end subroutine
  subroutine p_else(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    if (it > 0) then
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    else
      s = s + 1
    end if
    s = s + v(3,1)
  end subroutine
  subroutine p_end_do(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: k
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    do k = 1, 1
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    end do
    s = s + v(3,1)
  end subroutine
  subroutine p_end_if(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    if (it > 0) then
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
    end if
    s = s + v(3,1)
  end subroutine
  subroutine p_forall(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    forall (i = 1:n) w(idx(i)) = w(idx(i)) + v(i,1)
  end subroutine
  subroutine p_if_construct(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (v(3,1) > it) then
      s = s + 1
    else
      s = s - 0.5d0
    end if
  end subroutine
  subroutine p_if_statement(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (v(3,1) > it) s = s + 1
  end subroutine
  subroutine p_input_or_output(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    character(40) :: line
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    write (line, *) v(3,1)
    s = s + iachar(line(4:4)) + iachar(line(7:7))
  end subroutine
  subroutine p_where(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    where (v(1:n,1) > it) w(1:n) = cshift(w(1:n), 1) + 1
  end subroutine
  subroutine p_allocate(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8), allocatable :: a(:)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    if (allocated(a)) deallocate (a)
    allocate (a(n), source=v(1:n,1))
    s = s + a(3)
  end subroutine
  subroutine p_block(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    block
      real(8) :: q
      q = v(3,1)
      s = s + q
    end block
  end subroutine
  subroutine p_another_statement(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    check: if (v(3,1) > it) then
      s = s + 1
    else check
      s = s - 0.5d0
    end if check
  end subroutine
  subroutine p_jump(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    go to 10
    s = s + 7
10 s = s + v(3,1)
  end subroutine
  subroutine p_select(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    select case (merge(1, 2, v(3,1) > it))
    case (1)
      s = s + 1
    case default
      s = s - 0.5d0
    end select
  end subroutine
  subroutine p_an_exchange(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    s = s + 1
    !$mdmp send(u(:,m+1), left)
    !$mdmp recv(u(:,0), right)
  end subroutine
  subroutine p_a_nest(it, u, w, s)
    integer, intent(in) :: it
    real(8), intent(inout) :: u(n,0:m+1), s
    real(8), intent(inout) :: w(n)
    real(8) :: v(n,0:m+1)
    integer :: i, j
    v = it
    call late(it)
    u(:,1:m) = u(:,1:m) + me + it
    w(2) = w(2) + it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it
      end do
    end do
  end subroutine
  subroutine r_functions
    real(8) :: u(n,0:m+1), s
    real(8), target :: w(n)
    integer :: it, done
    done = 0
    !$mdmp commregion
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_assignment(it, u, w, s)
    end do
    call tell('f_assignment', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_array_assignment(it, u, w, s)
    end do
    call tell('f_array_assignment', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_associate(it, u, w, s)
    end do
    call tell('f_associate', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_call(it, u, w, s)
    end do
    call tell('f_call', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_call_of_MPI(it, u, w, s)
    end do
    call tell('f_call_of_MPI', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_continue(it, u, w, s)
    end do
    call tell('f_continue', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_deallocate(it, u, w, s)
    end do
    call tell('f_deallocate', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_do(it, u, w, s)
    end do
    call tell('f_do', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_do_concurrent(it, u, w, s)
    end do
    call tell('f_do_concurrent', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_else(it, u, w, s)
    end do
    call tell('f_else', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_end_do(it, u, w, s)
    end do
    call tell('f_end_do', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_end_if(it, u, w, s)
    end do
    call tell('f_end_if', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_forall(it, u, w, s)
    end do
    call tell('f_forall', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_if_construct(it, u, w, s)
    end do
    call tell('f_if_construct', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_if_statement(it, u, w, s)
    end do
    call tell('f_if_statement', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_input_or_output(it, u, w, s)
    end do
    call tell('f_input_or_output', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_pointer_assignment(it, u, w, s)
    end do
    call tell('f_pointer_assignment', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_where(it, u, w, s)
    end do
    call tell('f_where', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_allocate(it, u, w, s)
    end do
    call tell('f_allocate', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_block(it, u, w, s)
    end do
    call tell('f_block', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_another_statement(it, u, w, s)
    end do
    call tell('f_another_statement', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_jump(it, u, w, s)
    end do
    call tell('f_jump', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_select(it, u, w, s)
    end do
    call tell('f_select', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_an_exchange(it, u, w, s)
    end do
    call tell('f_an_exchange', s, sum(w), sum(u))
    u = me; w = 1; s = 0
    do it = 1, 3
      done = done + f_a_nest(it, u, w, s)
    end do
    call tell('f_a_nest', s, sum(w), sum(u))
    !$mdmp end commregion
  end subroutine
  subroutine through(p, what)
    interface
      subroutine p(it, u, w, s)
        import :: n, m
        integer, intent(in) :: it
        real(8), intent(inout) :: u(n,0:m+1), w(n), s
      end subroutine
    end interface
    character(*), intent(in) :: what
    real(8) :: u(n,0:m+1), w(n), s
    integer :: it
    u = me; w = 1; s = 0
    !$mdmp commregion
    do it = 1, 3
      call p(it, u, w, s)
      s = s + u(3,m+1)
    end do
    !$mdmp end commregion
    call tell(what, s, sum(w), sum(u))
  end subroutine
  subroutine r_dummies
    call through(p_assignment, 'p_assignment')
    call through(p_array_assignment, 'p_array_assignment')
    call through(p_associate, 'p_associate')
    call through(p_call, 'p_call')
    call through(p_continue, 'p_continue')
    call through(p_deallocate, 'p_deallocate')
    call through(p_do, 'p_do')
    call through(p_do_concurrent, 'p_do_concurrent')
    call through(p_else, 'p_else')
    call through(p_end_do, 'p_end_do')
    call through(p_end_if, 'p_end_if')
    call through(p_forall, 'p_forall')
    call through(p_if_construct, 'p_if_construct')
    call through(p_if_statement, 'p_if_statement')
    call through(p_input_or_output, 'p_input_or_output')
    call through(p_where, 'p_where')
    call through(p_allocate, 'p_allocate')
    call through(p_block, 'p_block')
    call through(p_another_statement, 'p_another_statement')
    call through(p_jump, 'p_jump')
    call through(p_select, 'p_select')
    call through(p_an_exchange, 'p_an_exchange')
    call through(p_a_nest, 'p_a_nest')
  end subroutine
end program
