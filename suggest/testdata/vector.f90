module grid
  use mpi
  implicit none
  integer, parameter :: nx = 6, ny = 5
  real :: a(0:nx+1,0:ny+1)
  integer :: cart, row, left, right, up, down
contains
  subroutine setup
    integer :: ierr, ranks, dims(2)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    dims = 0
    call MPI_Dims_create(ranks, 2, dims, ierr)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .true., cart, ierr)
    call MPI_Cart_shift(cart, 0, 1, up, down, ierr)
    call MPI_Cart_shift(cart, 1, 1, left, right, ierr)
    call MPI_Type_vector(ny, 1, nx+2, MPI_REAL, row, ierr)
    call MPI_Type_commit(row, ierr)
  end subroutine setup
  subroutine edges
    integer :: req(8), ierr
    call MPI_Irecv(a(0,1), 1, row, up, 1, cart, req(1), ierr)
    call MPI_Irecv(a(nx+1,1), 1, row, down, 2, cart, req(2), ierr)
    call MPI_Irecv(a(1,0), nx, MPI_REAL, left, 3, cart, req(3), ierr)
    call MPI_Irecv(a(1,ny+1), nx, MPI_REAL, right, 4, cart, req(4), ierr)
    call MPI_Isend(a(nx,1), 1, row, down, 1, cart, req(5), ierr)
    call MPI_Isend(a(1,1), 1, row, up, 2, cart, req(6), ierr)
    call MPI_Isend(a(1,ny), nx, MPI_REAL, right, 3, cart, req(7), ierr)
    call MPI_Isend(a(1,1), nx, MPI_REAL, left, 4, cart, req(8), ierr)
    call MPI_Waitall(8, req, MPI_STATUSES_IGNORE, ierr)
  end subroutine edges
end module grid

program p
  use grid
  implicit none
  integer :: ierr, it, rank
  call MPI_Init(ierr)
  call setup
  call MPI_Comm_rank(cart, rank, ierr)
  a = rank
  do it = 1, 10
    call edges
    a(1:nx,1:ny) = 0.25*(a(0:nx-1,1:ny) + a(2:nx+1,1:ny) + a(1:nx,0:ny-1) + a(1:nx,2:ny+1))
  end do
  print *, rank, sum(a)
  call MPI_Finalize(ierr)
end program p
