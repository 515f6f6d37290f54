! Compiled by itself: nothing is known of it where it is called.
subroutine elsewhere(rank)
  implicit none
  integer, intent(in) :: rank
  integer :: lu
  open (newunit=lu, file='order.txt', position='append')
  write (lu, *) rank
  close (lu)
end subroutine
! Managed with -mdmp-manage: it works on an array, and writes a file in the middle.
subroutine works(a, rank)
  implicit none
  real(8), intent(inout) :: a(300,300)
  integer, intent(in) :: rank
  integer :: i, j
  do j = 1, 300
    do i = 1, 300
      a(i,j) = 0.5d0*a(i,j) + 1
    end do
  end do
  if (a(1,1) > 0) open (41, file='order.txt', position='append')
  write (41, *) rank
  close (41)
  do j = 1, 300
    do i = 1, 300
      a(i,j) = a(i,j) + 1
    end do
  end do
end subroutine
