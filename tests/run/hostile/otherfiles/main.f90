! run: with others.f90 work.c
! Procedures of other files: dummies with TARGET and INTENT(OUT), pointers that are returned, names of MPI, labels.
subroutine keptread(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  real(8) :: v(n,0:m+1)
  s = 0
  v = right + 1
  call keep(v)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(v(:,1), left)
    !$mdmp recv(v(:,m+1), right)
    !$mdmp send(v(:,m), right)
    !$mdmp recv(v(:,0), left)
    call peek(s)
    call late(it)
    v(:,1:m) = 0.9d0*v(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'keptread', right, s, sum(v)
end subroutine

subroutine keptchange(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  real(8) :: v(n,0:m+1)
  s = 0
  v = right + 1
  call keep(v)
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*v(i,j) + it*i + j
      end do
    end do
    call change
    !$mdmp send(v(:,1), left)
    !$mdmp recv(v(:,m+1), right)
    !$mdmp send(v(:,m), right)
    !$mdmp recv(v(:,0), left)
    s = s + v(3,0) + v(4,m+1) + v(3,1)
    call late(it)
  end do
  !$mdmp end commregion
  print *, 'keptchange', right, s, sum(v)
end subroutine

subroutine resets(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  type(d) :: x
  s = 0
  x%u = right + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        x%u(i,j) = 0.5d0*x%u(i,j) + it*i + j
      end do
    end do
    call reset(x)
    !$mdmp send(x%u(:,1), left)
    !$mdmp recv(x%u(:,m+1), right)
    !$mdmp send(x%u(:,m), right)
    !$mdmp recv(x%u(:,0), left)
    s = s + x%u(3,0) + x%u(4,m+1) + x%u(3,1)
    call late(it)
  end do
  !$mdmp end commregion
  print *, 'resets', right, s, sum(x%u)
end subroutine

subroutine returned(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  s = 0
  u = right + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    call set(where_is(3), 2d0)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    call late(it)
  end do
  !$mdmp end commregion
  print *, 'returned', right, s, sum(u)
end subroutine

subroutine assigned(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  s = 0
  u = right + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    where_is(3) = it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    call late(it)
  end do
  !$mdmp end commregion
  print *, 'assigned', right, s, sum(u)
end subroutine

subroutine helper(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  s = 0
  u = right + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call mpi_helper(s)
    call late(it)
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'helper', right, s, sum(u)
end subroutine

subroutine labelled(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  s = 0
  u = right + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call work(s)
    call late(it)
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'labelled', right, s, sum(u)
end subroutine

subroutine assoc(left, right)
  use mpi
  use field
  use others
  implicit none
  integer, intent(in) :: left, right
  integer :: it, i, j
  real(8) :: s
  s = 0
  u = right + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    associate (a => where_is(3))
      u(3,1) = it
      s = s + a
    end associate
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    call late(it)
  end do
  !$mdmp end commregion
  print *, 'assoc', right, s, sum(u)
end subroutine
subroutine late(it)
  use mpi
  implicit none
  integer, intent(in) :: it
  integer :: rank, ierr
  real(8) :: t0
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (mod(rank+it, 2) == 0) then
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end if
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  call keptread(modulo(rank-1, nr), modulo(rank+1, nr))
  call keptchange(modulo(rank-1, nr), modulo(rank+1, nr))
  call resets(modulo(rank-1, nr), modulo(rank+1, nr))
  call returned(modulo(rank-1, nr), modulo(rank+1, nr))
  call assigned(modulo(rank-1, nr), modulo(rank+1, nr))
  call helper(modulo(rank-1, nr), modulo(rank+1, nr))
  call labelled(modulo(rank-1, nr), modulo(rank+1, nr))
  call assoc(modulo(rank-1, nr), modulo(rank+1, nr))
  call MPI_Finalize(ierr)
end program
