! What stands behind a question to the run time is computed alike whatever the answer is. gfortran 12 copied the end of the time
! loop, with what is expanded there of "soften", to both sides of a branch; on one side a call might have changed "step",
! and another one of the two products was fused with the sum.
module branch_data
  implicit none
  integer, parameter :: n = 130, m = 7
  integer :: rank, nranks, west, east, step = 0
  type field
    real(4), allocatable :: u(:,:)
  end type field
  type(field) :: f0(3)
  type(field) :: f1
end module branch_data
module branch_work
  use mpi
  use branch_data
  implicit none
  !$mdmp halo edges3(z, c) recv(z(:, 0), west) tag(4) send(z(:, c), east) tag(4) then recv(z(0, 0:m+1), &
  !$mdmp   west) tag(4) recv(z(n+1, 0:m+1), east) tag(4) send(z(n, 0:m+1), east) tag(4) send(z(1, 0:m+1), &
  !$mdmp   west) tag(4)
contains
  subroutine start
    real(4) :: outer_own1(2,0:n+1,0:m+1)
    call work(outer_own1(1,:,:))
  end subroutine start
  subroutine work(own1)
    integer :: i, j, k, t, choice, ierr
    real(4), target :: own0(0:n+1,0:m+1)
    real(4), intent(inout) :: own1(0:,0:)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
    west = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    east = merge(rank + 1, MPI_PROC_NULL, rank + 1 < nranks)
    do k = 1, 3
      allocate (f0(k)%u(0:n+1,0:m+1))
      do j = 0, m + 1
        do i = 0, n + 1
          f0(k)%u(i, j) = mod(i*7 + j*13 + 5*(k - 1) + rank*11, 509)/1000.0_4
        end do
      end do
    end do
    allocate (f1%u(0:n+1,0:m+1))
    do j = 0, m + 1
      do i = 0, n + 1
        f1%u(i, j) = mod(i*7 + j*13 + 17 + rank*11, 509)/1000.0_4
      end do
    end do
    do j = 0, m + 1
      do i = 0, n + 1
        own0(i, j) = mod(i*7 + j*13 + 51 + rank*11, 509)/1000.0_4
        own1(i, j) = mod(i*7 + j*13 + 68 + rank*11, 509)/1000.0_4
      end do
    end do
    !$mdmp commregion delta(n*m)
    do t = 1, 20
      step = t
      choice = 1 + mod(step, 15)
      call swap(choice, own1)
      call soften(own1(:, 0:m+1), own0)
      call soften(own0, own1)
    end do
    !$mdmp end commregion
    do j = 0, m + 1
      print '(2i4, *(1x, z8.8))', rank, j, own1(:, j), own0(:, j)
    end do
  end subroutine work
  subroutine swap(mask, x)
    integer, intent(in) :: mask
    real(4), intent(inout) :: x(0:n+1,0:*)
    !$mdmp halo edges4(z) recv(z(0:n+1, 0), west) recv(z(0:n+1, m+1), east) send(z(0:n+1, m), east) &
    !$mdmp   send(z(0:n+1, 1), west) then recv(z(0, 1:m), west) recv(z(n+1, 1:m), east) send(z(n, 1:m), east) &
    !$mdmp   send(z(1, 1:m), west)
    !$mdmp halo edges5(z) recv(z(:, 0), west) tag(4) recv(z(:, m+1), east) tag(4) send(z(:, m), east) tag(4) &
    !$mdmp   send(z(:, 1), west) tag(4)
    if (iand(mask, 1) /= 0) then
      !$mdmp recv(f0(1)%u(:, 0), west)
      !$mdmp recv(f0(1)%u(:, m+1), east)
      !$mdmp send(f0(1)%u(:, m), east)
      !$mdmp send(f0(1)%u(:, 1), west)
    end if
    !$mdmp exchange edges3(f0(2)%u, m)
    !$mdmp exchange edges4(f0(3)%u)
    !$mdmp exchange edges5(f1%u)
  end subroutine swap
  subroutine soften(x, y)
    real(4), intent(inout) :: x(0:n+1,0:m+1)
    real(4), target, intent(inout) :: y(0:,0:)
    integer :: i, j
    real(4), allocatable :: loc(:,:)
    allocate (loc(0:n+1,0:m+1))
    do j = 0, m + 1
      do i = 0, n + 1
        loc(i, j) = mod(i*7 + j*13 + rank, 509)/1000.0_4
      end do
    end do
    y(1:n, 1:m) = 0.001_4*step + 0.41_4*loc(1:n, 0:m-1) + 0.3_4*loc(1:n, 2:m+1) + 0.23_4*loc(0:n-1, 1:m)
    do j = 1, m
      do i = 1, n
        x(i, j) = 0.001_4*step + 0.41_4*y(i, j-1) + 0.3_4*y(i, j+1) + 0.23_4*y(i-1, j) + &
          0.41_4*sqrt(abs(y(i+1, j)))
        end do
      end do
    y(n, m) = 0.001_4*step + 0.41_4*y(n, m) + 0.3_4*x(2, m+1)
  end subroutine soften
end module branch_work
program branch
  use mpi
  use branch_work, only: start
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  call start
  call MPI_Finalize(ierr)
end program branch
