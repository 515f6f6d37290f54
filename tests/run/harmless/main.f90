! Calls `note`, which is said to be harmless, while a receive is pending; what it does its argument says.
program main
  use mpi
  implicit none
  integer, parameter :: n = 1000, m = 20
  real :: u(n, 0:m), v(n, 0:m)
  integer :: rank, t, j, ierr
  character(20) :: what
  external :: note
  !$mdmp harmless(note)
  call MPI_Init(ierr)
  call get_command_argument(1, what)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = rank
  v = 0
  !$mdmp commregion
  do t = 1, 3
    !$mdmp send(u(:,m), merge(0, -1, rank == 1))
    !$mdmp recv(u(:,0), merge(1, -1, rank == 0))
    if (t == 2) call note(trim(what)//achar(0))
    do j = 1, m
      v(:,j) = u(:,j-1) + u(:,j)
    end do
    do j = 1, m
      u(:,j) = v(:,j)
    end do
  end do
  !$mdmp end commregion
  call MPI_Barrier(MPI_COMM_WORLD, ierr)        ! nothing is at work any more
  if (rank == 0) print *, int(sum(u))
  call MPI_Finalize(ierr)
end program main
