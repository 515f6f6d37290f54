! A stage of the pipeline with directives: receive a block, compute another one
! from it, send that on. Where computation is sleep it is in a Bessel function,
! see work.f90.
module directive
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

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
    real(dp) :: one
    !$mdmp commregion
    !$mdmp recv(a, prev)
    do j = 1, n
      one = bessel_jn(effort, real(j, dp))
      do i = 1, m
        b(i, j) = 0.5_dp*a(i, j) + one
      end do
    end do
    !$mdmp send(b, next)
    !$mdmp end commregion
  end subroutine directive_sleep

end module directive
