! Module arrays, an exchange routine, a nest of three loops in a procedure that gets arrays in
! one piece.
module fields
  implicit none
  integer, parameter :: wp = selected_real_kind(15)
  real(wp), allocatable :: a(:,:,:)
  real(wp) :: weight = 0.17_wp
contains
  subroutine exchange(f, down, up)
    real(wp), intent(inout) :: f(0:, 0:, 0:)
    integer, intent(in) :: down, up
    integer :: k
    k = ubound(f, 3)
    !$mdmp send(f(:,:,1), down) tag(1)
    !$mdmp send(f(:,:,k-1), up) tag(2)
    !$mdmp recv(f(:,:,k), up) tag(1)
    !$mdmp recv(f(:,:,0), down) tag(2)
  end subroutine
  subroutine relax(f, g, n1, n2, n3, mask)
    integer, intent(in) :: n1, n2, n3
    real(wp), intent(inout) :: f(0:n1+1, 0:n2+1, 0:n3+1)
    real(wp), intent(in) :: g(0:n1+1, 0:n2+1, 0:n3+1)
    logical, intent(in) :: mask(n1, n2)
    integer :: i, j, k
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          if (.not. mask(i, j)) cycle
          f(i, j, k) = weight*(g(i-1, j, k)*g(i+1, j, k) + g(i, j-1, k)*g(i, j+1, k)) + g(i, j, k-1)*0.3_wp + &
            0.2_wp*g(i, j, k+1)**3 + f(i, j, k)*exp(-abs(f(i, j, k)))
        end do
        where (f(:, j, k) > 1) f(:, j, k) = f(:, j, k)*0.7_wp - 0.1_wp
      end do
    end do
  end subroutine
end module fields

program cube
  use mpi
  use fields
  implicit none
  integer, parameter :: n1 = 21, n2 = 18, n3 = 12
  real(wp), allocatable :: b(:,:,:)
  logical :: mask(n1, n2)
  integer :: i, j, k, it, ierr, me, np, down, up
  integer(8) :: hash
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  down = modulo(me - 1, np)
  up = modulo(me + 1, np)
  allocate (a(0:n1+1, 0:n2+1, 0:n3+1), b(0:n1+1, 0:n2+1, 0:n3+1))
  do k = 0, n3 + 1
    do j = 0, n2 + 1
      do i = 0, n1 + 1
        a(i, j, k) = sin(0.3_wp*i + 0.2_wp*j*k + me)
      end do
    end do
  end do
  b = 0.5_wp*a
  do j = 1, n2
    do i = 1, n1
      mask(i, j) = mod(i*j, 5) /= 0
    end do
  end do
  !$mdmp commregion
  do it = 1, 5
    call exchange(a, down, up)
    call relax(b, a, n1, n2, n3, mask)
    call exchange(b, down, up)
    call relax(a, b, n1, n2, n3, mask)
  end do
  !$mdmp end commregion
  hash = 0
  do k = 1, n3
    do j = 1, n2
      do i = 1, n1
        hash = ieor(ishftc(hash, 7), transfer(a(i, j, k), hash))
      end do
    end do
  end do
  print '(a, i0, 1x, z16.16)', 'rank ', me, hash
  call mpi_finalize(ierr)
end program
