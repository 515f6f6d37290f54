! run: ranks 1
! A subscript is received into under another name, by the same exchange that sends what it chooses.
program othersubscript
  use mpi
  implicit none
  integer, target :: k
  integer, pointer :: p
  integer :: a, b, new
  real(8) :: u(20), v(4), w(4)
  equivalence (a, b)
  integer :: ierr, me, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  u = [(i, i = 1, 20)]
  k = 2; p => k; a = 3; new = 11
  !$mdmp recv(p, me) tag(1)
  !$mdmp recv(b, me) tag(2)
  !$mdmp recv(v, me) tag(3)
  !$mdmp recv(w, me) tag(4)
  !$mdmp send(new, me) tag(1)
  !$mdmp send(new, me) tag(2)
  !$mdmp send(u(k:k+3), me) tag(3)
  !$mdmp send(u(a), 4, me) tag(4)
  print *, me, k, a, v, w
  call MPI_Finalize(ierr)
end program
