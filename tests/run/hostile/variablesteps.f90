! Loops whose step is a variable: sweeps up and down, by one and by more, that make no iteration, with a step that the loop
! changes, or another name of it, with recurrences in the direction of the sweep, with what is read afterwards of its variable.
module work
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 12
  integer :: me, np, west, east
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), w(n, 0:m+1), total = 0
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (modulo(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine

  ! The step is received; the loop reads it once.
  subroutine sweep(a, b, lo, hi, st)
    real(8), intent(in) :: a(n, 0:m+1)
    real(8), intent(inout) :: b(n, 0:m+1)
    integer, intent(in) :: lo, hi, st
    integer :: i, j
    do j = lo, hi, st
      do i = 2, n - 1
        b(i, j) = 0.5d0*b(i, j) + 0.125d0*(a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1)) + 1d-3*j
      end do
    end do
    total = total + j
  end subroutine
end module
program main
  use work
  implicit none
  integer :: ierr, it, i, j, lo, hi, st, is
  integer, target :: tst
  integer, pointer :: pst
  integer(8) :: long
  integer :: es, eq(1)
  equivalence (es, eq(1))
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; v = 1; w = 2
  pst => tst
  !$mdmp commregion
  do it = 1, 24
    call late(it)
    st = merge(-1, 1, modulo(it, 2) == 0)
    if (modulo(it, 5) == 3) st = 2*st
    if (modulo(it, 7) == 4) st = 3*st
    lo = merge(m, 1, st < 0); hi = merge(1, m, st < 0)
    is = merge(1, -1, modulo(it, 3) == 0)
    if (modulo(it, 11) == 10) hi = lo - sign(1, st) ! no iteration
    ! what is sent is written upwards or downwards
    do j = lo, hi, st
      do i = merge(1, n, is > 0), merge(n, 1, is > 0), is
        u(i, j) = 0.5d0*u(i, j) + 0.25d0*v(i, j) + 1d-3*i + j*me + it
      end do
    end do
    total = total + j
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    do j = lo, hi, st
      do i = 2, n - 1
        v(i, j) = 0.25d0*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
      end do
    end do
    ! a recurrence in the direction of the sweep
    do j = lo, hi, -(-st)
      do i = 1, n
        v(i, j) = 0.5d0*v(i, j) + 0.25d0*v(i, j - sign(1, st)) + 0.125d0*u(i, j)
      end do
    end do
    call late(it + 1)
    !$mdmp send(v(:,1), west)
    !$mdmp recv(v(:,m+1), east)
    !$mdmp send(v(:,m), east) tag(1)
    !$mdmp recv(v(:,0), west) tag(1)
    ! upwards it reads what is old, downwards what is new
    do j = lo, hi, st
      do i = 1, n
        w(i, j) = 0.5d0*w(i, j + 1) + v(i, j - 1) - v(i, j + 1)
      end do
    end do
    call sweep(v, w, lo, hi, st)
    total = total + j
    !$mdmp send(w(:,1), west)
    !$mdmp recv(w(:,m+1), east)
    !$mdmp send(st, east)
    !$mdmp recv(es, west)
    call sweep(w, u, merge(m, 1, es < 0), merge(1, m, es < 0), es)
    ! the step changes in the loop, by its own name and by others
    do j = lo, hi, st
      if (j == 5) st = 2
      u(:, j) = u(:, j) + w(:, j + 1)
    end do
    es = 1; tst = -1; long = 2
    do j = 1, m, es
      eq(1) = 3
      v(:, j) = v(:, j) + w(:, j + 1)
    end do
    do j = m, 1, tst
      pst = -2
      v(:, j) = v(:, j) + w(:, j + 1)
    end do
    do j = 1, m, long
      v(:, j) = v(:, j) - w(:, j + 1)
    end do
    do j = m, 1, es - 4
      v(:, j) = v(:, j) - w(:, j + 1)
    end do
    ! the step is an outer loop's variable
    do is = -1, 1, 2
      do j = merge(1, m, is > 0), merge(m, 1, is > 0), is
        do i = 1, n
          w(i, j) = 0.5d0*w(i, j) + 0.25d0*u(i, j)
        end do
      end do
    end do
  end do
  !$mdmp end commregion
  print '(i0, 4(1x, z16.16))', me, sum(u), sum(v), sum(w), total
  call MPI_Finalize(ierr)
end program
