program p
  use mpi
  implicit none
  integer, parameter :: nx = 6, ny = 5
  real :: a(0:nx+1,0:ny+1)
  integer :: ierr, it, rank, ranks, up, down, row, inner, sizes(2), subsizes(2), starts(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  up = mod(rank + ranks - 1, ranks)
  down = mod(rank + 1, ranks)
  sizes = shape(a)
  sizes = [nx+2, ny+2]
  subsizes(1) = 1
  subsizes(2) = ny
  starts = 1
  call MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_REAL, inner, ierr)
  starts(1) = 0
  call MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_REAL, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Type_commit(inner, ierr)
  a = rank
  do it = 1, 10
    call MPI_Sendrecv(a, 1, inner, up, 1, a(nx+1,0), 1, row, down, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    a(1:nx,1:ny) = 0.5*(a(1:nx,1:ny) + a(2:nx+1,1:ny))
  end do
  print *, rank, sum(a)
  call MPI_Finalize(ierr)
end program p
