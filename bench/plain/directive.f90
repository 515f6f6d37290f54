! The exchange as it is written with directives.
module directive
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine directive_column(u, n, peer, times)
    integer, intent(in) :: n, peer, times
    real(dp), intent(inout) :: u(n, 0:1)
    integer :: k
    !$mdmp commregion
    do k = 1, times
      !$mdmp recv(u(:, 0), peer)
      !$mdmp send(u(:, 1), peer)
    end do
    !$mdmp end commregion
  end subroutine directive_column

  subroutine directive_row(u, ld, n, peer, times)
    integer, intent(in) :: ld, n, peer, times
    real(dp), intent(inout) :: u(0:ld - 1, n)
    integer :: k
    !$mdmp commregion
    do k = 1, times
      !$mdmp recv(u(0, :), peer)
      !$mdmp send(u(1, :), peer)
    end do
    !$mdmp end commregion
  end subroutine directive_row

end module directive
