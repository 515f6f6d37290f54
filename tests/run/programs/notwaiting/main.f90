! A procedure of another file that is said to be harmless executes an exchange, two calls deep: MDMP_VERIFY finds it, and
! says nothing of the exchanges of the region, nor of a procedure that is harmless.
! run: with other.f90
! run: modes auto
! run: ranks 2
! run: env MDMP_VERIFY=1 MDMP_TUNE=0
! run: fails other.f90:21: mdmp: error
! run: fails MDMP_VERIFY: this is executed by 'note', which is called at
! run: fails main.f90:33 and said to be harmless
program notwaiting
  use mpi
  implicit none
  integer, parameter :: n = 1000, m = 20
  real :: u(n, 0:m), v(n, 0:m)
  integer :: rank, ranks, t, j, ierr
  external :: note, tick
  !$mdmp harmless(note, tick)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  u = rank
  v = 0
  !$mdmp commregion
  do t = 1, 3
    !$mdmp send(u(:,m), merge(0, -1, rank == 1))
    !$mdmp recv(u(:,0), merge(1, -1, rank == 0))
    call tick(1); call tick(2)
    if (t > 1) call tick(3)
    do j = 1, m
      v(:,j) = u(:,j-1) + u(:,j)
    end do
    call tick(5)
    if (t == 2) call note(rank)
    do j = 1, m
      u(:,j) = v(:,j)
    end do
  end do
  !$mdmp end commregion
  print *, sum(u)
  call MPI_Finalize(ierr)
end program notwaiting
