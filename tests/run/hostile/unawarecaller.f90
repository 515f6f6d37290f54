! Arrays of a common block that an exchange routine receives into, called over procedures that do not know the block: one
! has a variable of its own by that name, one means another block by it. The second phase sends what the first received, so
! that every row of its message changes in two places behind the loop that writes it.
program unawarecaller
  use mpi
  implicit none
  integer, parameter :: n = 40
  real(8) :: f(0:n+1,0:n+1), g(0:n+1,0:n+1)
  integer :: other, me, np, ierr, t, i, j
  common /field/ f, g
  common /where/ other
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  other = mod(me + 1, np)
  do j = 0, n + 1
    do i = 0, n + 1
      f(i,j) = me + 0.01d0*i + 0.0001d0*j
      g(i,j) = 0
    end do
  end do
  !$mdmp commregion
  do t = 1, 30
    do j = 1, n
      do i = 1, n
        g(i,j) = 0.125d0*(f(i-1,j) + f(i+1,j) + f(i,j-1) + f(i,j+1) + f(i-1,j-1) + f(i+1,j+1))
      end do
    end do
    do j = 1, n
      do i = 1, n
        f(i,j) = g(i,j) + 1d-3*t
      end do
    end do
    call outer(t)
  end do
  !$mdmp end commregion
  print '(i0,3z17)', me, sum(f(1:n,1:n)), sum(f(0,:)), sum(f(:,n+1))
  call MPI_Finalize(ierr)
end program

subroutine outer(t)
  implicit none
  integer, intent(in) :: t
  real(8) :: f(0:9)
  f = t
  call inner(t)
  if (sum(f) /= 10*t) print *, 'a variable of its own has changed'
end subroutine

subroutine inner(t)
  implicit none
  integer, intent(in) :: t
  integer, parameter :: n = 40
  real(8) :: f(0:n+1,0:n+1)
  integer :: i
  common /meadow/ f
  do i = 0, n + 1
    f(i,0) = t
  end do
  call edges
  if (any(f(:,0) /= t)) print *, 'another common block has changed'
end subroutine

subroutine edges
  implicit none
  integer, parameter :: n = 40
  real(8) :: f(0:n+1,0:n+1), g(0:n+1,0:n+1)
  integer :: other
  common /field/ f, g
  common /where/ other
  !$mdmp recv(f(0,1:n), other) tag(1)
  !$mdmp recv(f(n+1,1:n), other) tag(2)
  !$mdmp send(f(n,1:n), other) tag(1)
  !$mdmp send(f(1,1:n), other) tag(2)
  continue
  !$mdmp recv(f(:,0), other) tag(3)
  !$mdmp recv(f(:,n+1), other) tag(4)
  !$mdmp send(f(:,n-3:n), other) tag(5)
  !$mdmp recv(g(:,n-2:n+1), other) tag(5)
  !$mdmp send(f(:,n), other) tag(3)
  !$mdmp send(f(:,1), other) tag(4)
end subroutine
