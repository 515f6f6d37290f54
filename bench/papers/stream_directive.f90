! The STREAM loops with directives: in a region, each followed by an exchange of the last elements of
! what it writes, so that every write is one the region has to know about.
module stream_FORM
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine stream(kernel, a, b, c, w, n, sent, s, steps, peer)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n, sent, steps, peer
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n), w(sent)
    integer :: i, step
    !$mdmp commregion
    select case (kernel)
    case ('copy')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i)
        end do
        !$mdmp send(a(n-sent+1:n), peer)
        !$mdmp recv(w, peer)
      end do
    case ('scale')
      do step = 1, steps
        do i = 1, n
          a(i) = s*b(i)
        end do
        !$mdmp send(a(n-sent+1:n), peer)
        !$mdmp recv(w, peer)
      end do
    case ('add')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i) + c(i)
        end do
        !$mdmp send(a(n-sent+1:n), peer)
        !$mdmp recv(w, peer)
      end do
    case ('triad')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i) + s*c(i)
        end do
        !$mdmp send(a(n-sent+1:n), peer)
        !$mdmp recv(w, peer)
      end do
    end select
    !$mdmp end commregion
  end subroutine stream

  ! The same loops outside of a region.
  subroutine outside(kernel, a, b, c, n, s, steps)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n, steps
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i, step
    select case (kernel)
    case ('copy')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i)
        end do
      end do
    case ('scale')
      do step = 1, steps
        do i = 1, n
          a(i) = s*b(i)
        end do
      end do
    case ('add')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i) + c(i)
        end do
      end do
    case ('triad')
      do step = 1, steps
        do i = 1, n
          a(i) = b(i) + s*c(i)
        end do
      end do
    end select
  end subroutine outside

end module stream_FORM
