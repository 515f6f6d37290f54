module kern
  use grids
  implicit none
contains
  subroutine step(s)
    class(patch), intent(inout) :: s
    integer :: i, j
    do j = s%lo, s%hi
      do i = s%lo, s%hi
        s%qn(i,j) = 0.25d0*(s%q(i,j-1) + s%q(i,j+1)) + 0.5d0*s%q(i,j)
      end do
    end do
    call s%flip
  end subroutine
  subroutine step_a(a, b, lo, hi)
    integer, intent(in) :: lo, hi
    real(8), intent(in) :: a(lo:hi,lo-1:hi+1)
    real(8), intent(inout) :: b(lo:hi,lo-1:hi+1)
    integer :: i, j
    do j = lo, hi
      do i = lo, hi
        b(i,j) = 0.25d0*(a(i,j-1) + a(i,j+1)) + 0.5d0*b(i,j)
      end do
    end do
  end subroutine
  subroutine ends(s, x)
    type(patch), intent(in) :: s
    real(8), intent(inout) :: x
    x = x + s%q(s%lo,s%lo-1) + s%q(s%lo+1,s%hi+1)
  end subroutine
  subroutine take(s, x)
    type(patch), intent(out) :: s
    real(8), intent(inout) :: x
    call s%init(1, 20, 3d0)
    x = x + s%q(3,3)
  end subroutine
  subroutine alias(s, r, x)
    type(patch), intent(inout), target :: s, r
    real(8), intent(inout) :: x
    real(8), pointer :: z(:,:)
    z => r%q
    z(2,r%hi+1) = z(2,r%hi+1)*0.5d0
    x = x + s%q(2,s%hi+1)
  end subroutine
end module
