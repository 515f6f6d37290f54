! run: ranks 1
program p
  use mpi
  implicit none
  real(8) :: u(60,0:21)
  integer :: nbr, ierr                        ! nbr: an external function; fails in off and plain, too
  call MPI_Init(ierr)
  u = 1
  !$mdmp send(u(:,1), nbr(0))
  !$mdmp recv(u(:,0), nbr(0))
  print *, u(1,0)
  call MPI_Finalize(ierr)
end program
function nbr(k)
  integer :: nbr, k
  nbr = k
end function
