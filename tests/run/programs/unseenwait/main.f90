! A procedure of another file that is said to be harmless waits by MPI, two calls deep: MDMP_VERIFY finds it. Those of the
! other ranks that wait for it are ended, too.
! run: with other.f90
! run: modes auto
! run: ranks 2
! run: env MDMP_VERIFY=1 MDMP_TUNE=0
! run: fails main.f90:30: mdmp: error
! run: fails MDMP_VERIFY: MPI_Reduce is called by 'note', which is called here and said to be harmless
program unseenwait
  use mpi
  implicit none
  integer, parameter :: n = 1000, m = 20
  real :: u(n, 0:m), v(n, 0:m)
  integer :: rank, t, j, ierr
  external :: note, tick
  !$mdmp harmless(note, tick)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = rank
  v = 0
  !$mdmp commregion
  do t = 1, 3
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    !$mdmp send(u(:,m), merge(0, -1, rank == 1))
    !$mdmp recv(u(:,0), merge(1, -1, rank == 0))
    call tick(1)
    do j = 1, m
      v(:,j) = u(:,j-1) + u(:,j)
    end do
    if (t == 2) call note(rank)
    do j = 1, m
      u(:,j) = v(:,j)
    end do
  end do
  !$mdmp end commregion
  print *, sum(u)
  call MPI_Finalize(ierr)
end program unseenwait
