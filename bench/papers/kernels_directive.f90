! Kernels with directives after those that the papers took from codes: a wavefront, a sum of
! each row over all ranks, a matrix-vector product with an indexed halo.
module kernels_FORM
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
contains

  ! One block of a wavefront, as in LU's lower triangular solver: what is north and west comes, each
  ! point is computed from both, the last row and column go on.
  subroutine wavefront(a, m, n, effort, north, south, west, east)
    integer, intent(in) :: m, n, effort, north, south, west, east
    real(dp), intent(inout) :: a(0:m, 0:n)
    integer :: i, j
    real(dp) :: one
    !$mdmp commregion
    !$mdmp recv(a(0, 1:n), north)
    !$mdmp recv(a(1:m, 0), west)
    do j = 1, n
      one = bessel_jn(effort, real(j, dp))
      do i = 1, m
        a(i, j) = 0.5_dp*a(i, j) + 0.25_dp*(a(i-1, j) + a(i, j-1)) + one
      end do
    end do
    !$mdmp send(a(m, 1:n), south)
    !$mdmp send(a(1:m, n), east)
    !$mdmp end commregion
  end subroutine wavefront

  ! The sum of each row over all ranks in their order, as in HYCOM's xcsum.
  subroutine rows(a, s, t, m, n, effort, prev, next)
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(in) :: a(m, n)
    real(dp), intent(inout) :: s(n), t(n)
    integer :: i, j
    real(dp) :: x
    !$mdmp commregion
    !$mdmp recv(s, prev)
    do j = 1, n
      x = s(j) - 1 + bessel_jn(effort, real(j, dp))
      do i = 1, m
        x = x + a(i, j)
      end do
      t(j) = x
    end do
    !$mdmp send(t, next)
    !$mdmp end commregion
  end subroutine rows

  ! y = A x by rows, x and y in turn. Elements of x that others have come in the places of ghost,
  ! those of list go.
  subroutine product(x, y, begins, column, value, n, all, list, ghost, k, steps, prev, next)
    integer, intent(in) :: n, all, k, steps, prev, next
    integer, intent(in) :: begins(n + 1), column(*), list(k, 2), ghost(k, 2)
    real(dp), intent(in) :: value(*)
    real(dp), intent(inout) :: x(all), y(n)
    integer :: i, j, step
    real(dp) :: s
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(x(ghost(1:k, 1)), prev)
      !$mdmp recv(x(ghost(1:k, 2)), next)
      !$mdmp send(x(list(1:k, 1)), prev)
      !$mdmp send(x(list(1:k, 2)), next)
      do i = 1, n
        s = 0
        do j = begins(i), begins(i + 1) - 1
          s = s + value(j)*x(column(j))
        end do
        y(i) = s
      end do
      do i = 1, n
        x(i) = y(i)
      end do
    end do
    !$mdmp end commregion
  end subroutine product

  ! A smoother on 6 neighbours, as MG's: the halo is exchanged in three phases, edges and corners included.
  subroutine smooth(u, r, m, steps, effort, peer)
    integer, intent(in) :: m, steps, effort, peer(2, 3)
    real(dp), intent(inout) :: u(0:m+1, 0:m+1, 0:m+1), r(0:m+1, 0:m+1, 0:m+1)
    integer :: i, j, k, step
    real(dp) :: one
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(r(0, 1:m, 1:m), peer(1, 1))
      !$mdmp recv(r(m+1, 1:m, 1:m), peer(2, 1))
      !$mdmp send(r(1, 1:m, 1:m), peer(1, 1))
      !$mdmp send(r(m, 1:m, 1:m), peer(2, 1))
      continue
      !$mdmp recv(r(:, 0, 1:m), peer(1, 2))
      !$mdmp recv(r(:, m+1, 1:m), peer(2, 2))
      !$mdmp send(r(:, 1, 1:m), peer(1, 2))
      !$mdmp send(r(:, m, 1:m), peer(2, 2))
      continue
      !$mdmp recv(r(:, :, 0), peer(1, 3))
      !$mdmp recv(r(:, :, m+1), peer(2, 3))
      !$mdmp send(r(:, :, 1), peer(1, 3))
      !$mdmp send(r(:, :, m), peer(2, 3))
      do k = 1, m
        one = bessel_jn(effort, real(k, dp))
        do j = 1, m
          do i = 1, m
            u(i, j, k) = u(i, j, k) + 0.25_dp*one*(r(i, j, k) + 0.25_dp*(r(i-1, j, k) + r(i+1, j, k) + r(i, j-1, k) &
              + r(i, j+1, k) + r(i, j, k-1) + r(i, j, k+1)) + 0.0625_dp*(r(i-1, j-1, k) + r(i+1, j+1, k) &
              + r(i, j-1, k-1) + r(i, j+1, k+1)))
          end do
        end do
      end do
      do k = 1, m
        do j = 1, m
          do i = 1, m
            r(i, j, k) = 0.25_dp*u(i, j, k)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine smooth

end module kernels_FORM
