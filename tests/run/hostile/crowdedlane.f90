! run: ranks 3
! run: env MDMP_BACKLOG=1048576
! Large messages go in pieces, and wait for room with their receivers. These execute the
! receives only after others have come, which the same exchange sends: to them on another
! lane, or to a third rank that passes them on. So no send may wait for room before all
! are posted.
program p
  use mpi
  implicit none
  integer, parameter :: n = 200000
  real(8) :: big(n), more(n), few(8), other(8)
  integer :: t, i, rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  big = 0; more = 0; few = 0; other = 0
  !$mdmp commregion
  do t = 1, 8
    if (rank == 0) then
      do i = 1, n
        big(i) = i + t
        more(i) = i - t
      end do
      few = t
      !$mdmp send(big, 1) tag(1)
      !$mdmp send(more, 1) tag(1)
      !$mdmp send(few, 1) tag(2)
      !$mdmp send(few, 2)
    else if (rank == 1) then
      !$mdmp recv(few, 0) tag(2)
      other = other + few
      !$mdmp recv(few, 2)
      other = other - 3*few
      !$mdmp recv(big, 0) tag(1)
      other(1) = other(1) + big(n) + big(1)
      !$mdmp recv(more, 0) tag(1)
      other(2) = other(2) + sum(more)
    else
      !$mdmp recv(few, 0)
      few = few*2
      !$mdmp send(few, 1)
    end if
  end do
  !$mdmp end commregion
  print *, rank, sum(big), sum(more), sum(few), sum(other)
  call MPI_Finalize(ierr)
end program
