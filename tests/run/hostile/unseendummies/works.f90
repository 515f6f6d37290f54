! The interfaces of the procedures in parts.f90: there nobody sees what their dummies are.
module works
  implicit none
  integer, parameter :: n = 12, m = 6
  interface
    module subroutine flat(x, west, east)
      integer, intent(in) :: west, east
      real(8), intent(inout) :: x(n, *)
    end subroutine flat
    module subroutine line(x, west, east)
      integer, intent(in) :: west, east
      real(8), intent(inout) :: x(*)
    end subroutine line
    module subroutine shaped(x, west, east)
      integer, intent(in) :: west, east
      real(8), intent(inout) :: x(:, :)
    end subroutine shaped
  end interface
end module works
