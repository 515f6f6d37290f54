! The STREAM loops: untouched, and watched by hand in four ways.
!
!   plain   untouched
!   strips  one call for each strip of elements
!   count   a counter for each element that is written
!   writes  a call for each write
!   calls   a call for each read and each write
module hand
  use track
  implicit none
  private
  public :: plain_pass, strip_pass, count_pass, write_pass, call_pass
  integer, parameter :: dp = kind(1.0d0)
contains

  subroutine plain_pass(kernel, a, b, c, n, s)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    select case (kernel)
    case ('copy')
      do i = 1, n
        a(i) = b(i)
      end do
    case ('scale')
      do i = 1, n
        a(i) = s*b(i)
      end do
    case ('add')
      do i = 1, n
        a(i) = b(i) + c(i)
      end do
    case ('triad')
      do i = 1, n
        a(i) = b(i) + s*c(i)
      end do
    end select
  end subroutine plain_pass

  subroutine strip_pass(kernel, a, b, c, n, s, strip)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n, strip
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: from, length
    do from = 1, n, strip
      length = min(strip, n - from + 1)
      call plain_pass(kernel, a(from), b(from), c(from), length, s)
      call note_range(a(from), length)
    end do
  end subroutine strip_pass

  subroutine count_pass(kernel, a, b, c, n, s, counter)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer(1), intent(inout) :: counter(n)
    integer :: i
    select case (kernel)
    case ('copy')
      do i = 1, n
        a(i) = b(i)
        counter(i) = counter(i) + 1_1
      end do
    case ('scale')
      do i = 1, n
        a(i) = s*b(i)
        counter(i) = counter(i) + 1_1
      end do
    case ('add')
      do i = 1, n
        a(i) = b(i) + c(i)
        counter(i) = counter(i) + 1_1
      end do
    case ('triad')
      do i = 1, n
        a(i) = b(i) + s*c(i)
        counter(i) = counter(i) + 1_1
      end do
    end select
  end subroutine count_pass

  subroutine write_pass(kernel, a, b, c, n, s)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    select case (kernel)
    case ('copy')
      do i = 1, n
        a(i) = b(i)
        call note_write(a(i))
      end do
    case ('scale')
      do i = 1, n
        a(i) = s*b(i)
        call note_write(a(i))
      end do
    case ('add')
      do i = 1, n
        a(i) = b(i) + c(i)
        call note_write(a(i))
      end do
    case ('triad')
      do i = 1, n
        a(i) = b(i) + s*c(i)
        call note_write(a(i))
      end do
    end select
  end subroutine write_pass

  subroutine call_pass(kernel, a, b, c, n, s)
    character(len=*), intent(in) :: kernel
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    select case (kernel)
    case ('copy')
      do i = 1, n
        call note_read(b(i))
        a(i) = b(i)
        call note_write(a(i))
      end do
    case ('scale')
      do i = 1, n
        call note_read(b(i))
        a(i) = s*b(i)
        call note_write(a(i))
      end do
    case ('add')
      do i = 1, n
        call note_read(b(i))
        call note_read(c(i))
        a(i) = b(i) + c(i)
        call note_write(a(i))
      end do
    case ('triad')
      do i = 1, n
        call note_read(b(i))
        call note_read(c(i))
        a(i) = b(i) + s*c(i)
        call note_write(a(i))
      end do
    end select
  end subroutine call_pass

end module hand
