! A stage of the pipeline with directives: receive a block, compute another one
! from it, send that on. Sleep stands for computation, so it is declared to be
! what computation is: without effects on anything else.
module directive
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
  interface
    pure subroutine usleep(microseconds) bind(C, name='usleep')
      import :: c_int
      integer(c_int), value :: microseconds
    end subroutine usleep
  end interface
contains

  pure subroutine nap(microseconds)
    integer, intent(in) :: microseconds
    if (microseconds > 0) call usleep(int(microseconds, c_int))
  end subroutine nap

  subroutine directive_compute(a, b, m, n, effort, prev, next)
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: i, j, k
    real(dp) :: x
    !$mdmp commregion
    !$mdmp recv(a, prev)
    do j = 1, n
      do i = 1, m
        x = a(i, j)
        do k = 1, effort
          x = 0.999_dp*x + 0.001_dp
        end do
        b(i, j) = x
      end do
    end do
    !$mdmp send(b, next)
    !$mdmp end commregion
  end subroutine directive_compute

  subroutine directive_sleep(a, b, m, n, effort, prev, next)
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout) :: a(m, n), b(m, n)
    integer :: i, j
    !$mdmp commregion
    !$mdmp recv(a, prev)
    do j = 1, n
      call nap(effort)
      do i = 1, m
        b(i, j) = 0.5_dp*a(i, j) + 1
      end do
    end do
    !$mdmp send(b, next)
    !$mdmp end commregion
  end subroutine directive_sleep

end module directive
