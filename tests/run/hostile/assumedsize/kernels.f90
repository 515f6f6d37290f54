subroutine relax(u, v, nx, ny, planes)
  implicit none
  integer, intent(in) :: nx, ny, planes
  real(8), intent(in) :: u(2,nx,ny,*)
  real(8), intent(inout) :: v(2,nx,ny,*)
  integer :: i, j, k, m
  do k = 1, planes
    do j = 2, ny - 1
      do i = 2, nx - 1
        do m = 1, 2
          v(m,i,j,k) = 0.2_8*(u(m,i,j,k) + u(m,i-1,j,k) + u(m,i+1,j,k) + u(m,i,j-1,k) + u(m,i,j+1,k))
        end do
      end do
    end do
  end do
end subroutine relax

subroutine copy(u, v, nx, ny, planes)
  implicit none
  integer, intent(in) :: nx, ny, planes
  real(8), intent(inout) :: u(2,nx,ny,*)
  real(8), intent(in) :: v(2,nx,ny,*)
  integer :: i, j, k, m
  do k = 1, planes
    do j = 2, ny - 1
      do i = 1, nx
        do m = 1, 2
          u(m,i,j,k) = v(m,i,j,k)
        end do
      end do
    end do
  end do
end subroutine copy

subroutine partly(u, v, nx, ny, planes, it) ! neither all planes nor all rows, and not always
  implicit none
  integer, intent(in) :: nx, ny, planes, it
  real(8), intent(inout) :: u(2,nx,ny,*)
  real(8), intent(in) :: v(2,nx,ny,*)
  integer :: i, j, k
  do k = 1, planes - 1
    do j = 2, ny - 1 - mod(it, 2)
      do i = 3, nx - 2
        u(1,i,j,k) = v(1,i,j,k)
        if (v(2,i,j,k) > 0.3_8) u(2,i,j,k) = v(2,i,j,k)
      end do
    end do
  end do
end subroutine partly

subroutine triangle(u, v, nx, ny, planes)
  implicit none
  integer, intent(in) :: nx, ny, planes
  real(8), intent(inout) :: u(2,nx,ny,*)
  real(8), intent(in) :: v(2,nx,ny,*)
  integer :: i, j, k
  do k = 1, planes
    do j = 2, ny - 1
      do i = 1, nx - k/2
        u(1,i,j,k) = v(2,i,j,k)
        u(2,i,j,k) = v(1,i,j,k)
      end do
    end do
  end do
end subroutine triangle
