! run: ranks 1 2 4
! run: with halo.f90 kernel.f90
! A communicator is made here and named by nobody: exchanges of another file use it, their kernels stand in a third one.
program d3
  use mpi
  use halo
  use kernel
  implicit none
  integer, parameter :: ng = 16
  integer :: ierr, ranks, rank, dims(3), co(3), nx, ny, nz, it, i, j, k
  real(8), allocatable :: a(:,:,:), b(:,:,:)
  real(8) :: s, tot
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  dims = 0
  call MPI_Dims_create(ranks, 3, dims, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, [.true., .true., .true.], .false., comm3, ierr)
  call MPI_Comm_rank(comm3, rank, ierr)
  call MPI_Cart_coords(comm3, rank, 3, co, ierr)
  do i = 1, 3
    call MPI_Cart_shift(comm3, i-1, 1, nb(2*i-1), nb(2*i), ierr)
  end do
  nx = ng/dims(1); ny = ng/dims(2); nz = ng/dims(3)
  allocate (a(0:nx+1,0:ny+1,0:nz+1), b(0:nx+1,0:ny+1,0:nz+1))
  a = 0; b = 0
  do k = 1, nz; do j = 1, ny; do i = 1, nx
    a(i,j,k) = mod((i+co(1)*nx)*7 + (j+co(2)*ny)*13 + (k+co(3)*nz)*29, 31)
  end do; end do; end do
  !$mdmp commregion
  do it = 1, 20
    call exchange(a, nx, ny, nz)
    call smooth(a, b, nx, ny, nz)
    call exchange(b, nx, ny, nz)
    call smooth(b, a, nx, ny, nz)
  end do
  !$mdmp end commregion
  s = sum(a(1:nx,1:ny,1:nz)**2)
  call MPI_Reduce(s, tot, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, comm3, ierr)
  if (rank == 0) print '(a,z16.16,es24.16)', 'sum ', tot, tot
  call MPI_Finalize(ierr)
end program d3
