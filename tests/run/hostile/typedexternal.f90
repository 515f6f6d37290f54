! run: ranks 1
program p
  use mpi
  implicit none
  real(8) :: u(60,0:21), v(60,20), f          ! f: an external function, no EXTERNAL
  integer :: i, j, it, ierr
  call MPI_Init(ierr)
  u = 1
  !$mdmp commregion
  do it = 1, 3
    !$mdmp send(u(:,1), 0)
    !$mdmp recv(u(:,0), 0)
    do j = 1, 20
      do i = 1, 60
        v(i,j) = f(u(i,j-1))
      end do
    end do
    u(:,1) = v(:,1)
  end do
  !$mdmp end commregion
  print *, u(1,1)
  call MPI_Finalize(ierr)
end program
function f(x)
  implicit none
  real(8) :: f, x
  f = x + 1
end function
