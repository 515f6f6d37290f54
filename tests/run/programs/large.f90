! run: needs MDMP_TEST_LARGE
! run: ranks 2
! run: self
! More than 2^31 bytes in one message, contiguous and strided (8 GB of memory).
program large
  use mpi
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer(int64), parameter :: m = 280000000_int64
  integer :: rank, ierr
  integer(int64) :: i, wrong, all
  integer(int64), allocatable :: a(:)
  integer(int64), allocatable :: u(:, :)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (a(m))
  a = 0
  if (rank == 0) then
    do i = 1, m
      a(i) = i*3
    end do
  end if
  !$mdmp send(a, 1) if(rank == 0)
  !$mdmp recv(a, 0) if(rank == 1)
  wrong = 0
  do i = 1, m
    if (a(i) /= i*3) wrong = wrong + 1
  end do
  deallocate (a)
  allocate (u(2, m/2 + 1))
  u = 0
  if (rank == 1) u(2, :) = [(i, i=1, m/2 + 1)]
  !$mdmp send(u(2, :), 0) if(rank == 1)
  !$mdmp recv(u(1, :), 1) if(rank == 0)
  if (rank == 0) then
    do i = 1, m/2 + 1
      if (u(1, i) /= i .or. u(2, i) /= 0) wrong = wrong + 1
    end do
  end if
  call MPI_Reduce(wrong, all, 1, MPI_INTEGER8, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. all == 0) print '(a)', 'ok'
  call MPI_Finalize(ierr)
end program large
