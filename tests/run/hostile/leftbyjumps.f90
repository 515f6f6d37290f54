! run: ranks 2 3
! Regions that are left by END=, an alternate return and a computed GO TO, without tag and comm: they are over then. What was
! sent early for them and not executed goes no further, and exchanges outside follow.
program leftbyjumps
  use mpi
  implicit none
  integer, parameter :: n = 3000, m = 6
  integer :: ierr, me, np, it, west, east, i, j, k, got
  real(8) :: u(n, 0:m+1), w(n)
  character(4) :: text
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me
  do k = 1, 60
    !$mdmp commregion
    do it = 1, 6
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j+1) + it
        end do
      end do
      if (mod(k, 4) == 1) then
        text = merge('    ', '1234', it == 4)
        read (text, *, end=10) got
      else if (mod(k, 4) == 2) then
        call leave(it, *20)
      else if (mod(k, 4) == 3) then
        go to (5, 5, 30), it
5       got = it
      end if
      !$mdmp send(u(:,1), west)
      !$mdmp recv(u(:,m+1), east)
      !$mdmp send(u(:,m), east) tag(1)
      !$mdmp recv(u(:,0), west) tag(1)
    end do
    !$mdmp end commregion
    cycle
10  w = u(:,2) + k
    !$mdmp send(w, west)
    !$mdmp recv(u(:,m+1), east)
    cycle
20  w = u(:,3) - k
    !$mdmp send(w, east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    cycle
30  w = u(:,4) + 2*k
    !$mdmp send(w(1:n/2), west)
    !$mdmp recv(u(1:n/2,m+1), east)
  end do
  print '(i3,2(1x,z16.16))', me, sum(u), sum(w)
  call MPI_Finalize(ierr)
contains
  subroutine leave(it, *)
    integer, intent(in) :: it
    if (it == 5) return 1
  end subroutine
end program
