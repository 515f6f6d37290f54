submodule (halo_m) work
  implicit none
contains
  module subroutine below(u, a)
    real(wide), intent(inout) :: u(-1:n+2, -1:m+2)
    integer, intent(in) :: a
    !$mdmp exchange edges(u, a)
    !$mdmp exchange first(u)
  end subroutine
end submodule
