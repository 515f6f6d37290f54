! ASYNCHRONOUS and VOLATILE in a procedure for variables of the scope around it: there they stay one variable with what others see.
module work
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 6
  integer :: me, np, west, east
  real(8) :: u(n, 0:m+1), total = 0
contains
  pure function halo() result(s)
    real(8) :: s
    s = u(3, 0) + 2*u(4, m+1)
  end function

  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end subroutine

  ! a pure function of the module reads what came
  subroutine read_elsewhere(steps)
    integer, intent(in) :: steps
    asynchronous :: u
    integer :: it, i, j
    !$mdmp commregion
    do it = 1, steps
      call late(it)
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.5d0*i + j*me + it
        end do
      end do
      !$mdmp send(u(:,1), west)
      !$mdmp recv(u(:,m+1), east)
      !$mdmp send(u(:,m), east) tag(1)
      !$mdmp recv(u(:,0), west) tag(1)
      total = total + halo()
    end do
    !$mdmp end commregion
  end subroutine

  ! an internal procedure receives into a variable of its host, which uses it without a word
  subroutine received_inside(it)
    integer, intent(in) :: it
    real(8) :: x(n, 0:m+1)
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        x(i, j) = i + j*me + it
      end do
    end do
    call edges()
    total = total + x(3, 0)
    x(:, 0) = 2*x(:, 0)
    call edges()
    total = total + x(4, m+1)
  contains
    subroutine edges()
      asynchronous :: x
      !$mdmp send(x(:,1), west)
      !$mdmp recv(x(:,m+1), east)
      !$mdmp send(x(:,m), east) tag(1)
      !$mdmp recv(x(:,0), west) tag(1)
    end subroutine
  end subroutine

  ! so does a BLOCK
  subroutine in_block(it)
    integer, intent(in) :: it
    real(8) :: y(n, 0:m+1)
    y = it + me
    block
      asynchronous :: y
      !$mdmp send(y(:,1), west)
      !$mdmp recv(y(:,m+1), east)
      !$mdmp send(y(:,m), east) tag(1)
      !$mdmp recv(y(:,0), west) tag(1)
      y = y + 1
    end block
    total = total + y(3, 0) + 2*y(4, m+1)
  end subroutine

  subroutine other(it)
    integer, intent(in) :: it
    real(8) :: z(4000)
    integer :: i
    do i = 1, 4000
      z(i) = it + i
    end do
    total = total + z(1 + modulo(it, 4000))
  end subroutine
end module
program main
  use work
  implicit none
  integer :: ierr, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me
  call read_elsewhere(10)
  !$mdmp commregion
  do it = 1, 10
    call late(it)
    call received_inside(it)
    call other(it)
    call in_block(it)
    call other(it)
  end do
  !$mdmp end commregion
  print '(i0, 1x, z16.16)', me, total
  call MPI_Finalize(ierr)
end program
