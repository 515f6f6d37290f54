submodule (works) parts
  implicit none
contains
  module procedure flat
    integer :: i, j
    !$mdmp recv(x(1:n, 1), west)
    !$mdmp recv(x(1:n, m), east)
    !$mdmp send(x(1:n, m-1), east)
    !$mdmp send(x(1:n, 2), west)
    do j = 2, m - 1
      do i = 2, n
        x(i, j) = 0.25d0*(x(i, j) + x(i, j+1)) + x(i-1, j)/8
      end do
    end do
  end procedure flat

  module procedure line
    integer :: i
    !$mdmp recv(x(1:4), west)
    !$mdmp recv(x(21:24), east)
    !$mdmp send(x(17:20), east)
    !$mdmp send(x(5:8), west)
    do i = 5, 20
      x(i) = 0.5d0*x(i) + 0.25d0*x(i+4)
    end do
  end procedure line

  module procedure shaped
    !$mdmp recv(x(:, 1), west)
    !$mdmp send(x(:, 2), east)
    x(:, 2) = 0.5d0*x(:, 2) + x(:, 1)
  end procedure shaped
end submodule parts
