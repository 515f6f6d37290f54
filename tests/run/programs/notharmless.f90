! A procedure that is said to be harmless writes to what is received: MDMP_VERIFY=2 finds it.
! run: modes auto
! run: ranks 2
! run: env MDMP_VERIFY=2 MDMP_TUNE=0
! run: fails notharmless.f90:26: mdmp: error
! run: fails MDMP_VERIFY=2: the program wrote to the section of this recv
! run: fails element 3 of 1000
program notharmless
  use mpi
  implicit none
  integer, parameter :: n = 1000, m = 20
  real :: u(n, 0:m), v(n, 0:m)
  common /field/ u
  integer :: rank, ranks, t, j, ierr
  external :: note
  !$mdmp harmless(note)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  u = rank
  v = 0
  !$mdmp commregion
  do t = 1, 3
    if (rank == 1) call hold
    !$mdmp send(u(:,m), merge(0, -1, rank == 1))
    !$mdmp recv(u(:,0), merge(1, -1, rank == 0))
    if (rank == 0) call note
    do j = 1, m
      v(:,j) = u(:,j-1) + u(:,j)
    end do
    do j = 1, m
      u(:,j) = v(:,j)
    end do
  end do
  !$mdmp end commregion
  print *, sum(u)
  call MPI_Finalize(ierr)
contains
  subroutine hold       ! so that the message comes after the call
    integer(8) :: from, now, rate
    call system_clock(from, rate)
    do
      call system_clock(now)
      if (now - from > rate/2) exit
    end do
  end subroutine hold
end program notharmless

subroutine note
  implicit none
  real :: u(1000, 0:20)
  common /field/ u
  u(3,0) = 1
end subroutine note
