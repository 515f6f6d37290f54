! run: ranks 2
! Arrays with more than 2**31 elements along a dimension, and subscripts beyond that, in nests that wait and feed: allocatable, assumed
! shape, explicit shape, assumed size; factors of 64 bits with variables of 32.
module far_away
  implicit none
  integer, parameter :: lk = selected_int_kind(15)
  integer(lk), parameter :: far = 3000000000_lk
  integer :: west, east, me
  integer(1), allocatable :: g(:,:)
contains
  subroutine shaped(a, n, it, h)
    integer(1), intent(inout) :: a(0:, 0:)
    integer, intent(in) :: n, it
    integer(lk), intent(inout) :: h
    integer :: i, j, k
    integer(lk) :: i8
    !$mdmp send(a(0:n-1, 0), east)
    !$mdmp recv(a(far-n+1:far, 1), west)
    do j = 0, 1
      do i8 = far - n + 1, far
        h = h*3 + a(i8, j)
      end do
    end do
    do j = 0, 1
      do i = 0, n - 1
        a(i, j) = int(mod(a(far - i, 1) + i + it, 50_lk), 1)
      end do
    end do
    k = 3
    !$mdmp send(a(0:n-1, 0), east)
    !$mdmp recv(a(1000000000_lk*k - n + 1:, 1), west)
    do j = 0, 1
      do i = 0, n - 1
        h = h*3 + a(1000000000_lk*k - i, j)
      end do
    end do
  end subroutine
  subroutine global(n, it, h)
    integer, intent(in) :: n, it
    integer(lk), intent(inout) :: h
    integer :: i, j, k
    k = 1500000
    !$mdmp send(g(0:n-1, 1), east)
    !$mdmp recv(g(far-n+1:far, 2), west)
    do j = 1, 2
      do i = 0, n - 1
        h = h*3 + g(2000_lk*k - i, j)
      end do
    end do
    do j = 1, 2
      do i = 0, n - 1
        g(i, j) = int(mod(g(far - i, 2) + i + it, 50_lk), 1)
      end do
    end do
    !$mdmp send(g(0:n-1, 1), east)
    !$mdmp recv(g(far-n+1:far, 2), west)
    g(0:n-1, 1:2) = g(far-n+1:far, 1:2)
    !$mdmp send(g(0:n-1, 1), east)
    !$mdmp recv(g(far-n+1:far, 2), west)
    g(n:, 1) = g(n:, 1)
  end subroutine
  subroutine open(a, n, it, h)
    integer(1), intent(inout) :: a(0:far, *)
    integer, intent(in) :: n, it
    integer(lk), intent(inout) :: h
    integer :: i, j
    !$mdmp send(a(0:n-1, 1), east)
    !$mdmp recv(a(far-n+1:far, 2), west)
    do j = 1, 2
      do i = 0, n - 1
        h = h*3 + a(far - i, j)
      end do
    end do
    do j = 1, 2
      do i = 0, n - 1
        a(i, j) = int(mod(a(far - i, 2) + i + it, 50_lk), 1)
      end do
    end do
  end subroutine
end module
program bigloops
  use mpi
  use far_away
  implicit none
  integer, parameter :: n = 3000
  integer(1), allocatable :: a(:,:)
  integer :: ierr, np, it
  integer(lk) :: h, k
  real(8) :: t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  allocate (a(0:far, 0:1), g(0:far, 2))
  h = 0
  do k = 0, n - 1
    a(k, 0) = int(mod(k + me, 40_lk), 1); a(far - k, :) = 1; a(k, 1) = 2
    g(k, 1) = int(mod(k*3 + me, 40_lk), 1); g(far - k, :) = 1; g(k, 2) = 2
  end do
  !$mdmp commregion
  do it = 1, 6
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    call shaped(a, n, it, h)
    call open(a, n, it, h)
  end do
  !$mdmp end commregion
  print *, me, h, sum(int(a(0:n-1, 0), lk)), sum(int(a(far-n+1:far, 1), lk)), sum(int(g(0:n-1, 1), lk))
  call MPI_Finalize(ierr)
end program
