! The computation of the hand-written variants: the same loops as in
! directive.F90, for any part lo to hi of the dimension that is cut.
module grids
  implicit none
  private
  public :: sweep_columns2, sweep_rows2, sweep_columns3, sweep_rows3
  public :: copy_columns2, copy_rows2, copy_columns3, copy_rows3
  integer, parameter :: dp = kind(1.0d0)
contains

  subroutine sweep_columns2(u, w, m, n, nf, lo, hi)
    integer, intent(in) :: m, n, nf, lo, hi
    real(dp), intent(in) :: u(m, 0:n + 1, nf)
    real(dp), intent(inout) :: w(m, 0:n + 1, nf)
    integer :: f, i, j
    do f = 1, nf
      do j = lo, hi
        do i = 2, m - 1
          w(i, j, f) = 0.25_dp*(u(i-1, j, f) + u(i+1, j, f) + u(i, j-1, f) + u(i, j+1, f))
        end do
      end do
    end do
  end subroutine sweep_columns2

  subroutine copy_columns2(u, w, m, n, nf)
    integer, intent(in) :: m, n, nf
    real(dp), intent(inout) :: u(m, 0:n + 1, nf)
    real(dp), intent(in) :: w(m, 0:n + 1, nf)
    integer :: f, i, j
    do f = 1, nf
      do j = 1, n
        do i = 2, m - 1
          u(i, j, f) = w(i, j, f)
        end do
      end do
    end do
  end subroutine copy_columns2

  subroutine sweep_rows2(u, w, m, n, nf, lo, hi)
    integer, intent(in) :: m, n, nf, lo, hi
    real(dp), intent(in) :: u(0:n + 1, m, nf)
    real(dp), intent(inout) :: w(0:n + 1, m, nf)
    integer :: f, i, j
    do f = 1, nf
      do j = 2, m - 1
        do i = lo, hi
          w(i, j, f) = 0.25_dp*(u(i-1, j, f) + u(i+1, j, f) + u(i, j-1, f) + u(i, j+1, f))
        end do
      end do
    end do
  end subroutine sweep_rows2

  subroutine copy_rows2(u, w, m, n, nf)
    integer, intent(in) :: m, n, nf
    real(dp), intent(inout) :: u(0:n + 1, m, nf)
    real(dp), intent(in) :: w(0:n + 1, m, nf)
    integer :: f, i, j
    do f = 1, nf
      do j = 2, m - 1
        do i = 1, n
          u(i, j, f) = w(i, j, f)
        end do
      end do
    end do
  end subroutine copy_rows2

  subroutine sweep_columns3(u, w, m, n, nf, lo, hi)
    integer, intent(in) :: m, n, nf, lo, hi
    real(dp), intent(in) :: u(m, m, 0:n + 1, nf)
    real(dp), intent(inout) :: w(m, m, 0:n + 1, nf)
    integer :: f, i, j, k
    do f = 1, nf
      do k = lo, hi
        do j = 2, m - 1
          do i = 2, m - 1
            w(i, j, k, f) = (u(i-1, j, k, f) + u(i+1, j, k, f) + u(i, j-1, k, f) + u(i, j+1, k, f) &
                             + u(i, j, k-1, f) + u(i, j, k+1, f))/6
          end do
        end do
      end do
    end do
  end subroutine sweep_columns3

  subroutine copy_columns3(u, w, m, n, nf)
    integer, intent(in) :: m, n, nf
    real(dp), intent(inout) :: u(m, m, 0:n + 1, nf)
    real(dp), intent(in) :: w(m, m, 0:n + 1, nf)
    integer :: f, i, j, k
    do f = 1, nf
      do k = 1, n
        do j = 2, m - 1
          do i = 2, m - 1
            u(i, j, k, f) = w(i, j, k, f)
          end do
        end do
      end do
    end do
  end subroutine copy_columns3

  subroutine sweep_rows3(u, w, m, n, nf, lo, hi)
    integer, intent(in) :: m, n, nf, lo, hi
    real(dp), intent(in) :: u(0:n + 1, m, m, nf)
    real(dp), intent(inout) :: w(0:n + 1, m, m, nf)
    integer :: f, i, j, k
    do f = 1, nf
      do k = 2, m - 1
        do j = 2, m - 1
          do i = lo, hi
            w(i, j, k, f) = (u(i-1, j, k, f) + u(i+1, j, k, f) + u(i, j-1, k, f) + u(i, j+1, k, f) &
                             + u(i, j, k-1, f) + u(i, j, k+1, f))/6
          end do
        end do
      end do
    end do
  end subroutine sweep_rows3

  subroutine copy_rows3(u, w, m, n, nf)
    integer, intent(in) :: m, n, nf
    real(dp), intent(inout) :: u(0:n + 1, m, m, nf)
    real(dp), intent(in) :: w(0:n + 1, m, m, nf)
    integer :: f, i, j, k
    do f = 1, nf
      do k = 2, m - 1
        do j = 2, m - 1
          do i = 1, n
            u(i, j, k, f) = w(i, j, k, f)
          end do
        end do
      end do
    end do
  end subroutine copy_rows3

end module grids
