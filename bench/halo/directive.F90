! Jacobi's method with the exchange written with directives, in the plainest
! style: exchange, new values from old ones, copy back. Two and three
! dimensions, cut by columns (the last dimension, halos are contiguous) and by
! rows (the first dimension, halos are strided). NF fields, each a message of
! its own; nothing else depends on NF.
#ifndef NF
#define NF 1
#endif
module directive
  implicit none
  integer, parameter, public :: nf = NF
  integer, parameter, private :: dp = kind(1.0d0)
contains

  subroutine directive_columns2(u, w, m, n, west, east, steps)
    integer, intent(in) :: m, n, west, east, steps
    real(dp), intent(inout) :: u(m, 0:n + 1, nf), w(m, 0:n + 1, nf)
    integer :: step, f, i, j
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(u(:, 0,   1), west)
      !$mdmp recv(u(:, n+1, 1), east)
      !$mdmp send(u(:, 1,   1), west)
      !$mdmp send(u(:, n,   1), east)
#if NF >= 2
      !$mdmp recv(u(:, 0,   2), west)
      !$mdmp recv(u(:, n+1, 2), east)
      !$mdmp send(u(:, 1,   2), west)
      !$mdmp send(u(:, n,   2), east)
#endif
#if NF >= 3
      !$mdmp recv(u(:, 0,   3), west)
      !$mdmp recv(u(:, n+1, 3), east)
      !$mdmp send(u(:, 1,   3), west)
      !$mdmp send(u(:, n,   3), east)
#endif
#if NF >= 4
      !$mdmp recv(u(:, 0,   4), west)
      !$mdmp recv(u(:, n+1, 4), east)
      !$mdmp send(u(:, 1,   4), west)
      !$mdmp send(u(:, n,   4), east)
#endif
      do f = 1, nf
        do j = 1, n
          do i = 2, m - 1
            w(i, j, f) = 0.25_dp*(u(i-1, j, f) + u(i+1, j, f) + u(i, j-1, f) + u(i, j+1, f))
          end do
        end do
      end do
      do f = 1, nf
        do j = 1, n
          do i = 2, m - 1
            u(i, j, f) = w(i, j, f)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine directive_columns2

  subroutine directive_rows2(u, w, m, n, west, east, steps)
    integer, intent(in) :: m, n, west, east, steps
    real(dp), intent(inout) :: u(0:n + 1, m, nf), w(0:n + 1, m, nf)
    integer :: step, f, i, j
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(u(0,   :, 1), west)
      !$mdmp recv(u(n+1, :, 1), east)
      !$mdmp send(u(1,   :, 1), west)
      !$mdmp send(u(n,   :, 1), east)
#if NF >= 2
      !$mdmp recv(u(0,   :, 2), west)
      !$mdmp recv(u(n+1, :, 2), east)
      !$mdmp send(u(1,   :, 2), west)
      !$mdmp send(u(n,   :, 2), east)
#endif
#if NF >= 3
      !$mdmp recv(u(0,   :, 3), west)
      !$mdmp recv(u(n+1, :, 3), east)
      !$mdmp send(u(1,   :, 3), west)
      !$mdmp send(u(n,   :, 3), east)
#endif
#if NF >= 4
      !$mdmp recv(u(0,   :, 4), west)
      !$mdmp recv(u(n+1, :, 4), east)
      !$mdmp send(u(1,   :, 4), west)
      !$mdmp send(u(n,   :, 4), east)
#endif
      do f = 1, nf
        do j = 2, m - 1
          do i = 1, n
            w(i, j, f) = 0.25_dp*(u(i-1, j, f) + u(i+1, j, f) + u(i, j-1, f) + u(i, j+1, f))
          end do
        end do
      end do
      do f = 1, nf
        do j = 2, m - 1
          do i = 1, n
            u(i, j, f) = w(i, j, f)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine directive_rows2

  subroutine directive_columns3(u, w, m, n, west, east, steps)
    integer, intent(in) :: m, n, west, east, steps
    real(dp), intent(inout) :: u(m, m, 0:n + 1, nf), w(m, m, 0:n + 1, nf)
    integer :: step, f, i, j, k
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(u(:, :, 0,   1), west)
      !$mdmp recv(u(:, :, n+1, 1), east)
      !$mdmp send(u(:, :, 1,   1), west)
      !$mdmp send(u(:, :, n,   1), east)
#if NF >= 2
      !$mdmp recv(u(:, :, 0,   2), west)
      !$mdmp recv(u(:, :, n+1, 2), east)
      !$mdmp send(u(:, :, 1,   2), west)
      !$mdmp send(u(:, :, n,   2), east)
#endif
#if NF >= 3
      !$mdmp recv(u(:, :, 0,   3), west)
      !$mdmp recv(u(:, :, n+1, 3), east)
      !$mdmp send(u(:, :, 1,   3), west)
      !$mdmp send(u(:, :, n,   3), east)
#endif
#if NF >= 4
      !$mdmp recv(u(:, :, 0,   4), west)
      !$mdmp recv(u(:, :, n+1, 4), east)
      !$mdmp send(u(:, :, 1,   4), west)
      !$mdmp send(u(:, :, n,   4), east)
#endif
      do f = 1, nf
        do k = 1, n
          do j = 2, m - 1
            do i = 2, m - 1
              w(i, j, k, f) = (u(i-1, j, k, f) + u(i+1, j, k, f) + u(i, j-1, k, f) + u(i, j+1, k, f) &
                               + u(i, j, k-1, f) + u(i, j, k+1, f))/6
            end do
          end do
        end do
      end do
      do f = 1, nf
        do k = 1, n
          do j = 2, m - 1
            do i = 2, m - 1
              u(i, j, k, f) = w(i, j, k, f)
            end do
          end do
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine directive_columns3

  subroutine directive_rows3(u, w, m, n, west, east, steps)
    integer, intent(in) :: m, n, west, east, steps
    real(dp), intent(inout) :: u(0:n + 1, m, m, nf), w(0:n + 1, m, m, nf)
    integer :: step, f, i, j, k
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(u(0,   :, :, 1), west)
      !$mdmp recv(u(n+1, :, :, 1), east)
      !$mdmp send(u(1,   :, :, 1), west)
      !$mdmp send(u(n,   :, :, 1), east)
#if NF >= 2
      !$mdmp recv(u(0,   :, :, 2), west)
      !$mdmp recv(u(n+1, :, :, 2), east)
      !$mdmp send(u(1,   :, :, 2), west)
      !$mdmp send(u(n,   :, :, 2), east)
#endif
#if NF >= 3
      !$mdmp recv(u(0,   :, :, 3), west)
      !$mdmp recv(u(n+1, :, :, 3), east)
      !$mdmp send(u(1,   :, :, 3), west)
      !$mdmp send(u(n,   :, :, 3), east)
#endif
#if NF >= 4
      !$mdmp recv(u(0,   :, :, 4), west)
      !$mdmp recv(u(n+1, :, :, 4), east)
      !$mdmp send(u(1,   :, :, 4), west)
      !$mdmp send(u(n,   :, :, 4), east)
#endif
      do f = 1, nf
        do k = 2, m - 1
          do j = 2, m - 1
            do i = 1, n
              w(i, j, k, f) = (u(i-1, j, k, f) + u(i+1, j, k, f) + u(i, j-1, k, f) + u(i, j+1, k, f) &
                               + u(i, j, k-1, f) + u(i, j, k+1, f))/6
            end do
          end do
        end do
      end do
      do f = 1, nf
        do k = 2, m - 1
          do j = 2, m - 1
            do i = 1, n
              u(i, j, k, f) = w(i, j, k, f)
            end do
          end do
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine directive_rows3

end module directive
