! The STREAM loops with directives: in a region, between exchanges of their
! arrays, so that every access is one the region has to know about; and the
! same loops in the same file outside any region.
module directive
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine directive_copy(a, b, n, peer)
    integer, intent(in) :: n, peer
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i
    !$mdmp commregion
    !$mdmp recv(b, peer)
    do i = 1, n
      a(i) = b(i)
    end do
    !$mdmp send(a, peer)
    !$mdmp end commregion
  end subroutine directive_copy

  subroutine directive_scale(a, b, n, s, peer)
    integer, intent(in) :: n, peer
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i
    !$mdmp commregion
    !$mdmp recv(b, peer)
    do i = 1, n
      a(i) = s*b(i)
    end do
    !$mdmp send(a, peer)
    !$mdmp end commregion
  end subroutine directive_scale

  subroutine directive_add(a, b, c, n, peer)
    integer, intent(in) :: n, peer
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    !$mdmp commregion
    !$mdmp recv(b, peer)
    !$mdmp recv(c, peer)
    do i = 1, n
      a(i) = b(i) + c(i)
    end do
    !$mdmp send(a, peer)
    !$mdmp end commregion
  end subroutine directive_add

  subroutine directive_triad(a, b, c, n, s, peer)
    integer, intent(in) :: n, peer
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    !$mdmp commregion
    !$mdmp recv(b, peer)
    !$mdmp recv(c, peer)
    do i = 1, n
      a(i) = b(i) + s*c(i)
    end do
    !$mdmp send(a, peer)
    !$mdmp end commregion
  end subroutine directive_triad

  subroutine outside_copy(a, b, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i
    do i = 1, n
      a(i) = b(i)
    end do
  end subroutine outside_copy

  subroutine outside_scale(a, b, n, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i
    do i = 1, n
      a(i) = s*b(i)
    end do
  end subroutine outside_scale

  subroutine outside_add(a, b, c, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    do i = 1, n
      a(i) = b(i) + c(i)
    end do
  end subroutine outside_add

  subroutine outside_triad(a, b, c, n, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: s
    real(dp), intent(inout) :: a(n), b(n), c(n)
    integer :: i
    do i = 1, n
      a(i) = b(i) + s*c(i)
    end do
  end subroutine outside_triad

end module directive
