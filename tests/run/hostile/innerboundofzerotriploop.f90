! run: flags -O1 -g -fcheck=all
program r10
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 20
  real(8) :: u(n,0:m+1,0:11), v(n,0:m+1,0:11)
  integer, allocatable :: cnt(:)
  type t
    integer :: n
  end type
  type(t), pointer :: p
  integer :: ierr_
  real(8) :: t0_
  integer :: rank, nr, left, right, it, i, j, k, mm
  real(8) :: s
  call MPI_Init(ierr_)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr_)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr_)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = rank+1; v = 0; s = 0; p => null()
  !$mdmp commregion
  do it = 1, 6
    mm = merge(0, 10, mod(it,2) == 1)
    if (mm > 0) then
      allocate(cnt(1), p); cnt = m; p%n = m
    end if
    !$mdmp send(u(:,:,1), left)
    !$mdmp recv(u(:,:,11), right)
    !$mdmp send(u(:,:,10), right)
    !$mdmp recv(u(:,:,0), left)
    do k = 1, mm
      do j = 1, p%n
        do i = 1, n
          v(i,j,k) = 0.25d0*(u(i,j,k-1) + u(i,j,k+1) + u(i,j-1,k) + u(i,j+1,k))
        end do
      end do
    end do
    do k = 1, mm
      do j = 1, cnt(1)
        do i = 1, n
          u(i,j,k) = v(i,j,k) + it
        end do
      end do
    end do
    if (mm > 0) deallocate(cnt, p)
    s = s + u(1,1,1)
  end do
  !$mdmp end commregion
  print *, rank, 's', s
  print *, rank, 'u', sum(u)
  call MPI_Finalize(ierr_)
end program
