! The condition that a loop goes on is asked where pieces are sent: its bound is called like an intrinsic procedure.
program boundcalledint
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 20
  real(8) :: u(n,0:m+1), v(n,0:m+1), s
  integer :: ierr, rank, nr, left, right, it, i, j, int
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = rank; v = 0
  int = 10
  !$mdmp commregion
  do it = 1, int
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = v(i,j) + it
      end do
    end do
  end do
  !$mdmp end commregion
  s = sum(u)
  print *, rank, 's', s
  call MPI_Finalize(ierr)
end program
