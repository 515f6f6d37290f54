! Not managed: no directive, and called from another file.
subroutine plainly(n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8) :: u(0:41, 0:13), v(0:41, 0:13)
  common /grid/ u, v
  integer :: i, j
  do j = 1, m
    do i = 1, n
      v(i,j) = v(i,j) + 0.1d0*(u(i,j-1) + u(i,j+1))
    end do
  end do
end subroutine plainly
