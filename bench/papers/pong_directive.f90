! The pingpongs with directives: one rank computes n elements, sends some of them
! and receives the other's. delay is the number of additions for an element.
module pong_FORM
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine pong(a, b, n, sent, delay, steps, first, peer)
    integer, intent(in) :: n, sent, delay, steps, peer
    logical, intent(in) :: first
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i, k, step
    real(dp) :: x
    !$mdmp commregion
    if (first) then
      do step = 1, steps
        do i = 1, n
          x = b(i)
          do k = 1, delay
            x = x + 0.125_dp
          end do
          a(i) = x
        end do
        !$mdmp send(a(1:sent), peer)
        !$mdmp recv(b(1:sent), peer)
      end do
    else
      do step = 1, steps
        !$mdmp recv(b(1:sent), peer)
        do i = 1, n
          x = b(i)
          do k = 1, delay
            x = x + 0.125_dp
          end do
          a(i) = x
        end do
        !$mdmp send(a(1:sent), peer)
      end do
    end if
    !$mdmp end commregion
  end subroutine pong

end module pong_FORM
