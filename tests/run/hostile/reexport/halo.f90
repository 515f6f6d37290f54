module halo_m
  implicit none
  integer :: left = -1, right = -1
contains
  subroutine exchange(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:,0:)
    !$mdmp send(a(:,n), right)
    !$mdmp send(a(:,1), left)
    !$mdmp recv(a(:,0), left)
    !$mdmp recv(a(:,n+1), right)
  end subroutine
end module
