! Plain style: exchange, compute, copy back, test for convergence.
program jacobi
  use mpi
  implicit none
  integer, parameter :: m = 1000, n = 500
  real(8) :: old(0:m+1, 0:n+1), new(0:m+1, 0:n+1), edge(m, n), diff, total
  integer :: i, j, it, left, right, ierr
!$mdmp commregion
  do it = 1, 100
!$mdmp send(old(:,1), left)
!$mdmp send(old(:,n), right)
!$mdmp recv(old(:,0), left)
!$mdmp recv(old(:,n+1), right)
    do j = 1, n
      do i = 1, m
        new(i,j) = 0.25d0*(old(i-1,j) + old(i+1,j) + old(i,j-1) + old(i,j+1) - edge(i,j))
      end do
    end do
    do j = 1, n
      do i = 1, m
        old(i,j) = new(i,j)
      end do
    end do
    diff = maxval(abs(new - old))
    if (mod(it, 10) == 0) call mpi_allreduce(diff, total, 1, mpi_double_precision, mpi_max, mpi_comm_world, ierr)
  end do
!$mdmp end commregion
  print *, total
end program
