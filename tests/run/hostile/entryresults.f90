! The results of a function and of its ENTRY share storage: what one is the name of is received under the other.
! run: ranks 1 3
module mo
  use mpi
  implicit none
  integer, parameter :: n = 600, m = 5
contains
  function f(left, right, rank, how) result(r)
    integer, intent(in) :: left, right, rank, how
    real(8) :: r(n,0:m+1), q(n,0:m+1)
    integer :: it, i, j
    real(8) :: s
    r = rank + 1; s = 0
    go to 10
  entry g(left, right, rank, how) result(q)
    q = rank + 2; s = 0
10  continue
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(r(:,1), left)
      !$mdmp recv(r(:,m+1), right)
      !$mdmp send(r(:,m), right)
      !$mdmp recv(r(:,0), left)
      s = s + q(3,0)
      do j = 1, m
        do i = 1, n
          r(i,j) = 0.5d0*r(i,j) + 0.25d0*r(i,j-1) + how
        end do
      end do
      q(4,1) = it
      q(5,m) = s
    end do
    !$mdmp end commregion
  end function
end module
program entryresults
  use mo
  implicit none
  real(8) :: u(n,0:m+1)
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = f(left, right, rank, 1)
  print *, rank, sum(u)
  u = g(left, right, rank, 2)
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program
