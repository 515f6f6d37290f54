module halo
  use mpi_f08
  implicit none
  type :: grid
    integer :: nx, ny
    real(8), allocatable :: t(:,:)
  end type grid
  type :: ranks
    integer :: rank, size, left, right
    type(MPI_Request) :: req(4)
  end type ranks
contains
  subroutine exchange_begin(f, p)
    type(grid), intent(inout) :: f
    type(ranks), intent(inout) :: p
    integer :: ierr
    call MPI_Isend(f%t(:,1), f%nx + 2, MPI_DOUBLE_PRECISION, p%left, 11, MPI_COMM_WORLD, p%req(1), ierr)
    call MPI_Irecv(f%t(:,f%ny+1), f%nx + 2, MPI_DOUBLE_PRECISION, p%right, 11, MPI_COMM_WORLD, p%req(2), ierr)
    call MPI_Isend(f%t(:,f%ny), f%nx + 2, MPI_DOUBLE_PRECISION, p%right, 12, MPI_COMM_WORLD, p%req(3), ierr)
    call MPI_Irecv(f%t(:,0), f%nx + 2, MPI_DOUBLE_PRECISION, p%left, 12, MPI_COMM_WORLD, p%req(4), ierr)
  end subroutine exchange_begin

  subroutine exchange_end(q)
    type(ranks), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(4, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine exchange_end
end module halo
