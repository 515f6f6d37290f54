! What came is looked at where no array stands: in PURE and ELEMENTAL functions of
! a module, statement functions, defined operators and assignments, sizes of
! automatic arrays, functions that wait for other ranks, final procedures,
! pointer functions that are assigned to.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
! run: flags -std=legacy
module hidden_data
  use mpi, only: MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM
  implicit none
  integer, parameter :: n = 2100, m = 4
  real(8), target :: u(n, 0:m + 1), v(n, 0:m + 1)
  integer :: counts(0:3) = 1
  type pair
    real(8) :: a = 0, b = 0
  end type pair
  interface operator(.edge.)
    module procedure edge_of
  end interface
  interface assignment(=)
    module procedure pair_from
  end interface
  type guard
    integer :: id = 0
  contains
    final :: guard_end
  end type guard
  real(8) :: seen = 0
contains
  pure real(8) function edge(i)
    integer, intent(in) :: i
    edge = v(i, 0)
  end function
  elemental real(8) function shifted(x, i)
    real(8), intent(in) :: x
    integer, intent(in) :: i
    shifted = x + 0.5d0*v(i, m + 1)
  end function
  real(8) function edge_of(i)
    integer, intent(in) :: i
    edge_of = v(i, 0) + v(i, m + 1)
  end function
  subroutine pair_from(p, i)
    type(pair), intent(out) :: p
    integer, intent(in) :: i
    p%a = v(i, 0)
    p%b = v(i + 1, m + 1)
  end subroutine
  subroutine guard_end(g)
    type(guard), intent(inout) :: g
    seen = seen + v(1 + g%id, 0)
    v(2, 0) = g%id
  end subroutine
  subroutine with_guard(k)
    integer, intent(in) :: k
    type(guard) :: g
    g%id = k
  end subroutine
  pure integer function width()
    width = 1 + counts(0)
  end function
  subroutine automatic(s)
    real(8), intent(inout) :: s
    real(8) :: w(width())
    w = s
    s = s + size(w) + sum(w(1:1))
  end subroutine
  integer function everybody(x) result(y)
    integer, intent(in) :: x
    integer :: ierr
    call MPI_Allreduce(x, y, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  end function
  logical function together()
    integer :: ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    together = .true.
  end function
  function place(i, j) result(p)
    integer, intent(in) :: i, j
    real(8), pointer :: p
    p => v(i, j)
  end function
  function column(j) result(p)
    integer, intent(in) :: j
    real(8), pointer :: p(:)
    p => u(:, j)
  end function
end module hidden_data
program hiddenuse
  use mpi
  use support
  use hidden_data
  !ref use ref
  implicit none
  integer, parameter :: steps = 6
  integer :: rank, nranks, prev, next, ierr, i, j, t, total
  real(8) :: s, first, stf
  real(8), pointer :: cp(:)
  type(pair) :: p
  character(len=80) :: line = ''
  stf(i) = v(i, 0)*2 + first            ! a statement function
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  prev = modulo(rank - 1, nranks)
  next = modulo(rank + 1, nranks)
  first = 0.25d0
  s = 0
  total = 0
  do j = 0, m + 1
    do i = 1, n
      u(i, j) = rank + 0.01d0*i + j
      v(i, j) = -rank + 0.02d0*i - j
    end do
  end do
  !$mdmp commregion
  do t = 1, steps
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*u(i, j) + 0.25d0*v(i, j) + t
      end do
    end do
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v, u)
    if (t == 1) then
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.125d0*edge(i)
        end do
      end do
    else if (t == 2) then
      do j = 1, m
        do i = 1, n
          u(i, j) = stf(i) + u(i, j)
        end do
      end do
    else if (t == 3) then
      s = s + .edge. 7
    else if (t == 4) then
      p = 9
      s = s + p%a + p%b
    else if (t == 5) then
      call with_guard(rank)
    else
      total = total + everybody(rank + t)
    end if
    !$mdmp recv(v(:, m + 1), next)
    !$mdmp recv(counts(0:0), prev) tag(3)
    !$mdmp send(u(:, 1), prev)
    !$mdmp send(counts(1:1), next) tag(3)
    !ref call ref_recv(v(:, m + 1), next); call ref_recv(counts(0:0), prev, 3)
    !ref call ref_send(u(:, 1), prev); call ref_send(counts(1:1), next, 3); call ref_wait(v, u, counts)
    if (together() .and. t > 3) s = s + 1
    v(:, 1) = shifted(u(:, 1), [(i, i=n, 1, -1)])
    call automatic(s)
    counts(1) = counts(0) + t
    !$mdmp recv(v(1:n - 1, 0), prev)
    !$mdmp send(u(2:n, 2), next)
    !ref call ref_recv(v(1:n - 1, 0), prev); call ref_send(u(2:n, 2), next); call ref_wait(v, u)
    block
      real(8) :: w(1 + int(abs(v(3, 0))))
      w = 2
      s = s + sum(w)
    end block
    place(4, 0) = s                     ! written through a pointer function
    cp => column(m)
    cp = cp + v(5, 0)
    select case (int(v(6, 0)))
    case (0:100)
      s = s + 3
    case default
      s = s - 3
    end select
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v, u)
    do while (v(1, 0) > 1d0 .and. everybody(1) > 0)
      v(1, 0) = v(1, 0)*0.0625d0 - 10000
    end do
    if (v(2, 0)) 10, 20, 30
10  s = s + 0.5d0
    go to 40
20  s = s + 0.25d0
30  s = s + 0.125d0
40  continue
    !$mdmp recv(v(:, m + 1), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, m + 1), prev); call ref_send(u(:, m), next); call ref_wait(v, u)
    print_it: if (t == steps) then
      write (line, *) everybody(0)*v(3, m + 1)
    end if print_it
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, m + 1)*0.5d0 + v(i, j)*0.25d0
      end do
    end do
  end do
  !$mdmp end commregion

  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('s', transfer([s, seen, dble(total), dble(counts)], bytes))
  call report('line', transfer(line, bytes))
  call MPI_Finalize(ierr)
end program hiddenuse
