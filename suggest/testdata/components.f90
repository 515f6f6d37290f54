module grids
  use mpi
  implicit none
  type grid
    integer :: left, right, req(4)
    real(8), allocatable :: u(:,:)
  end type grid
contains
  subroutine exchange(g, n, m)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n, m
    integer :: ierr
    call MPI_Irecv(g%u(1,0), n, MPI_DOUBLE_PRECISION, g%left, 1, MPI_COMM_WORLD, g%req(1), ierr)
    call MPI_Irecv(g%u(1,m+1), n, MPI_DOUBLE_PRECISION, g%right, 2, MPI_COMM_WORLD, g%req(2), ierr)
    call MPI_Isend(g%u(1,1), n, MPI_DOUBLE_PRECISION, g%left, 2, MPI_COMM_WORLD, g%req(3), ierr)
    call MPI_Isend(g%u(1,m), n, MPI_DOUBLE_PRECISION, g%right, 1, MPI_COMM_WORLD, g%req(4), ierr)
    call MPI_Waitall(4, g%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine exchange
end module grids

program p
  use grids
  implicit none
  integer, parameter :: n = 8, m = 6
  type(grid) :: g
  integer :: rank, ranks, ierr, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  g%left = rank - 1
  if (rank == 0) g%left = MPI_PROC_NULL
  g%right = rank + 1
  if (rank == ranks-1) g%right = MPI_PROC_NULL
  allocate(g%u(n,0:m+1))
  g%u = rank
  do it = 1, 10
    call exchange(g, n, m)
    g%u(:,1:m) = 0.5d0*(g%u(:,0:m-1) + g%u(:,2:m+1))
  end do
  print *, rank, sum(g%u)
  call MPI_Finalize(ierr)
end program p
