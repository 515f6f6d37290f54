! Time levels that swap: by pointers, by move_alloc, by an index.
module levels
  implicit none
  real, pointer :: old(:,:), new(:,:), tmp(:,:)
  real, allocatable :: a(:,:), b(:,:), c(:,:)
  real :: w(100, 0:81, 2)
contains
  subroutine pointers(steps, west)
    integer, intent(in) :: steps, west
    integer :: i, j, k
!$mdmp commregion
    do k = 1, steps
!$mdmp send(old(:,1), west)
!$mdmp recv(old(:,0), west)
      do j = 1, 80
        do i = 2, 99
          new(i,j) = old(i-1,j) + old(i+1,j) + old(i,j-1) + old(i,j+1)
        end do
      end do
      tmp => old
      old => new
      new => tmp
    end do
!$mdmp end commregion
  end subroutine
  subroutine moved(steps, west)
    integer, intent(in) :: steps, west
    integer :: i, j, k
!$mdmp commregion
    do k = 1, steps
!$mdmp send(a(:,1), west)
!$mdmp recv(a(:,0), west)
      do j = 1, 80
        do i = 2, 99
          b(i,j) = a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)
        end do
      end do
      call move_alloc(a, c)
      call move_alloc(b, a)
      call move_alloc(c, b)
    end do
!$mdmp end commregion
  end subroutine
  subroutine indexed(steps, west)
    integer, intent(in) :: steps, west
    integer :: i, j, k, now, next
    now = 1
!$mdmp commregion
    do k = 1, steps
      next = 3 - now
!$mdmp send(w(:,1,now), west)
!$mdmp recv(w(:,0,now), west)
      do j = 1, 80
        do i = 2, 99
          w(i,j,next) = w(i-1,j,now) + w(i+1,j,now) + w(i,j-1,now) + w(i,j+1,now)
        end do
      end do
      now = next
    end do
!$mdmp end commregion
  end subroutine
end module
