module kernels
  use types
  implicit none
contains
  subroutine evolve(t)
    type(tile), intent(inout) :: t
    integer :: i, j
    do j = 1, t%n
      do i = 1, t%n
        t%v(i,j) = t%u(i,j) + 0.125d0*(t%u(i,j-1) + t%u(i,j+1)) + 0.01d0*t%w(i,j-1)
      end do
    end do
    do j = 1, t%n
      do i = 1, t%n
        t%u(i,j) = 0.5d0*t%v(i,j)
      end do
    end do
  end subroutine
  subroutine blend(w, v)
    real(8), intent(inout) :: w(:,0:)
    real(8), intent(in) :: v(:,0:)
    integer :: i, j
    do j = 1, ubound(w,2) - 1
      do i = 1, size(w,1)
        w(i,j) = 0.5d0*w(i,j) + 0.25d0*(v(i,j-1) + v(i,j+1))
      end do
    end do
  end subroutine
end module
