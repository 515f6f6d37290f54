module fields
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 6, nz = 9
  integer :: rank, west, east, calls = 0
  real(8) :: w(n,0:m+1,nz)
  real(8) :: few
  common /some/ few
contains
  ! Some ranks are late, so that what they send is.
  subroutine late(k)
    integer, intent(in) :: k
    integer :: t
    real(8) :: slow
    if (mod(rank + k, 2) == 0) then
      slow = 0
      do t = 1, 40000
        slow = slow + sqrt(1d0*t)
      end do
      if (slow < 0) calls = -1
    end if
  end subroutine
end module
