! Loops of few iterations in procedures that are called for each element of a grid, while receives into it may be pending and
! pieces of it may have left: they read halos, write what was sent, and change what the next message is made of.
module fewiterations_grid
  implicit none
  integer, parameter :: n = 40
  real(8), allocatable :: u(:,:), v(:,:)
  integer, save :: counts(4) = 0
contains
  subroutine nearby(j, s)       ! reads a halo at j = 1 and j = n, three elements at a time
    integer, intent(in) :: j
    real(8), intent(out) :: s
    real(8) :: w(3), x(3)
    integer :: i
    w(:) = u(5:7, j-1)
    x = u(9:11, j+1)
    s = 0
    do i = 1, 3
      s = s + w(i)*i - x(4-i)
    end do
    do i = 1, 4
      counts(i) = counts(i) + i*j
    end do
  end subroutine
  subroutine correct(j)         ! writes what may have been sent
    integer, intent(in) :: j
    integer :: i
    do i = 2, 9, 3
      u(i, j) = u(i, j) + 0.5d0*v(i, j)
    end do
    u(1:2, j) = u(n-1:n, j)
  end subroutine
  real(8) function row(j)       ! one loop of a function, of unknown length
    integer, intent(in) :: j
    integer :: i
    row = 0
    do i = 1, size(u, 1)
      row = row + u(i, j)*i
    end do
  end function
  real(8) function changes(j)   ! the same, and it writes
    integer, intent(in) :: j
    integer :: i
    do i = 1, n
      u(i, j) = 0.99d0*u(i, j)
    end do
    changes = u(3, j)
  end function
  subroutine sweep
    integer :: i, j
    do j = 1, n
      do i = 1, n
        v(i, j) = u(i, j) + 0.25d0*(u(i, j-1) + u(i, j+1))
      end do
    end do
    do j = 1, n
      do i = 1, n
        u(i, j) = 0.9d0*v(i, j) + 1d-3*i
      end do
    end do
  end subroutine
end module

program fewiterations
  use mpi
  use fewiterations_grid
  implicit none
  integer :: rank, ranks, left, right, ierr, t, j
  real(8) :: s, total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks); right = modulo(rank + 1, ranks)
  allocate(u(n, 0:n+1), v(n, 0:n+1))
  do j = 0, n + 1
    u(:, j) = [(0.01d0*t*(j + rank), t = 1, n)]
  end do
  v = 0
  total = 0
  !$mdmp commregion
  do t = 1, 30
    call sweep
    if (mod(t, 4) == 1) call correct(n)
    if (mod(t, 5) == 2) total = total + changes(1)
    !$mdmp recv(u(:, 0), left) tag(1)
    !$mdmp recv(u(:, n+1), right) tag(2)
    !$mdmp send(u(:, n), right) tag(1)
    !$mdmp send(u(:, 1), left) tag(2)
    do j = n, 1, -1
      call nearby(j, s)
      total = total + s*1d-3
    end do
    if (mod(t, 3) == 0) call correct(1)
    if (mod(t, 3) == 1) total = total + row(0) - row(n + 1)
    if (mod(t, 7) == 3) total = total + changes(n + 1)
  end do
  !$mdmp end commregion
  print '(i2, z18, z18, 4i9)', rank, total, sum(u), counts
  call MPI_Finalize(ierr)
end program
