! A pipeline: every rank needs the last column of the rank before.
program cascade
  use mpi
  implicit none
  integer :: n, m, i, j, it, prev, next, ierr
  real(8), allocatable :: u(:,:), f(:,:)
  n = 500; m = 100
  allocate (u(0:n+1, 0:m), f(n, m))
!$mdmp commregion sweep
  do it = 1, 10
!$mdmp recv(u(1:n,0), prev)
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*(u(i,j-1) + u(i-1,j)) + f(i,j)
      end do
    end do
!$mdmp send(u(1:n,m), next)
  end do
!$mdmp end commregion sweep
end program
