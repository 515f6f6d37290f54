! Messages of several sections of which the first are empty: a datatype must not seem to begin at address 0.
program emptyparts
  use mpi
  implicit none
  real :: u(10,3), v(10,3), w(4)
  complex :: c(8)
  integer :: d, rank, ierr, i, none(0), some(2)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  u = 0; v = 0; w = 0; d = 0
  v(3:4,:) = 7
  c = [(cmplx(i, -i), i=1,8)]
  some = [2, 4]
  !$mdmp recv([u(1:d,:), v(1:2,:)], rank)
  !$mdmp send([u(3:2+d,:), v(3:4,:)], rank)
  print *, u(1,1), v(1,1), v(2,3)
  !$mdmp recv([c(3:2+d), c(1:2)], rank) tag(1)
  !$mdmp send([c(7:6+d), c(5:6)], rank) tag(1)
  print *, c
  !$mdmp recv([u(1:d,:), v(1:d,:)], rank) tag(2)
  !$mdmp send([u(3:2+d,:), v(3:2+d,:)], rank) tag(2)
  print *, sum(u), sum(v)
  !$mdmp recv([w(1:2)], rank) tag(3)
  !$mdmp send([u(none,1), v(some,1)], rank) tag(3)
  print *, w
  do i = 1, 2
    !$mdmp recv([u(1:d:2,:), v(9:10:i,:)], rank) if(i == 2)
    !$mdmp send([u(3:2+d:2,:), v(3:4:i,:)], rank) if(i == 2)
    d = d + 2
  end do
  print *, sum(u), sum(v)
  call mpi_finalize(ierr)
end program emptyparts
