! A function of characters of which nothing but the type is declared: with one argument that
! is no range it is a call, no substring of a variable. It reads what is received, and changes
! what is sent.
program charactercall
  use mpi
  implicit none
  integer, parameter :: n = 3000
  integer :: ierr, me, np, it, i, kount, west, east
  double precision :: t0, u(n), v(n)
  common /all/ u, v
  character(3) :: tag
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np)
  east = modulo(me + 1, np)
  u = -1
  v = me
  kount = 0
  !$mdmp commregion
  do it = 1, 6
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 5d-3)
      end do
    end if
    !$mdmp send(v, east)
    !$mdmp recv(u, west)
    do i = 1, n
      if (tag(i) == 'big') kount = kount + i
    end do
    print *, me, it, kount, 'kount'
  end do
  !$mdmp end commregion
  print *, me, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program

function tag(k)
  implicit none
  integer, parameter :: n = 3000
  character(3) :: tag
  integer :: k
  double precision :: u(n), v(n)
  common /all/ u, v
  tag = 'no'
  if (u(k) > 0.5d0) tag = 'big'
  v(k) = v(k) + 0.25d0*u(k)
end function
