! run: flags -O1 -g -fcheck=all
program r11
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 20
  type tl
    real(8), allocatable :: u(:,:)
  end type
  type(tl), allocatable :: tile(:)
  real(8) :: v(n,0:m+1)
  integer :: ierr_
  real(8) :: t0_
  integer :: rank, nr, left, right, it, i, j, mm, t
  real(8) :: s
  call MPI_Init(ierr_)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr_)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr_)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  v = 0; s = 0
  allocate(tile(2)); allocate(tile(2)%u(n,0:m+1)); tile(2)%u = rank+1
  !$mdmp commregion
  do it = 1, 40
    t = merge(0, 2, mod(it,4) == 3)
    mm = merge(0, m, t == 0)
    !$mdmp send(tile(2)%u(:,1), left) if(t>0)
    !$mdmp recv(tile(2)%u(:,m+1), right) if(t>0)
    do j = 1, mm
      do i = 1, n
        v(i,j) = 0.5d0*(tile(t)%u(i,j-1) + tile(t)%u(i,j+1))
      end do
    end do
    do j = 1, mm
      do i = 1, n
        tile(t)%u(i,j) = v(i,j) + it
      end do
    end do
    s = s + v(1,1)
  end do
  !$mdmp end commregion
  print *, rank, 's', s
  call MPI_Finalize(ierr_)
end program
