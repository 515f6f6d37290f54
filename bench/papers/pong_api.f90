! The pingpongs in calls of the API, in C.
module pong_api
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: pong
  integer, parameter :: dp = kind(1.0d0)
  interface
    subroutine api_pong(a, b, n, sent, delay, steps, first, peer) bind(C, name='pong_api_pong')
      import :: c_int, c_double
      integer(c_int), value :: n, sent, delay, steps, first, peer
      real(c_double), intent(inout) :: a(*), b(*)
    end subroutine api_pong
  end interface
contains

  subroutine pong(a, b, n, sent, delay, steps, first, peer)
    integer, intent(in) :: n, sent, delay, steps, peer
    logical, intent(in) :: first
    real(dp), intent(inout) :: a(n), b(n)
    call api_pong(a, b, n, sent, delay, steps, merge(1, 0, first), peer)
  end subroutine pong

end module pong_api
