! run: flags -fdefault-real-8
! Flags give numbers other kinds: what KIND(1d0) is says nothing of branches that seem never to be taken.
module kinds
  implicit none
  integer, parameter :: dp = kind(1d0)
end module

program kindsbyflags
  use mpi
  use kinds
  implicit none
  integer, parameter :: n = 4000
  integer :: it, rank, ierr, other, i, k
  real(8) :: u(n), v(n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  u = rank
  v = 0
  k = 1
  !$mdmp commregion
  do it = 1, 30
    !$mdmp recv(v, other)
    !$mdmp send(u, other)
    do i = 1, n
      u(i) = u(i)*0.5d0 + v(i)
    end do
    if (dp == 8) then
      k = k + 1
    else
      u = u + 1
      k = k + 2
    end if
  end do
  !$mdmp end commregion
  print '(a,i2,1x,z16.16,i6)', 'kinds', rank, sum(u), k
  call MPI_Finalize(ierr)
end program
