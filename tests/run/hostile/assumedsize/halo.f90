subroutine exchange(u, nx, ny, planes, west, east)
  use mpi
  implicit none
  integer, intent(in) :: nx, ny, planes, west, east
  real(8), intent(inout) :: u(2,nx,ny,*)
  !$mdmp send(u(:,:,2,1:planes), west)
  !$mdmp recv(u(:,:,ny,1:planes), east)
  !$mdmp send(u(:,:,ny-1,1:planes), east)
  !$mdmp recv(u(:,:,1,1:planes), west)
end subroutine exchange
