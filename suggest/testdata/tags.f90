program p
  use mpi
  implicit none
  type :: grid
    integer :: comm, left, right
  end type
  integer, parameter :: n = 8
  real(8) :: u(0:n+1)
  integer :: ierr, it
  type(grid) :: g
  call MPI_Init(ierr)
  call setup(g)
  u = g%left
  do it = 1, 10
    call edges(g, u)
    u(1:n) = 0.5d0*(u(0:n-1) + u(2:n+1))
  end do
  print *, g%left, sum(u)
  call MPI_Finalize(ierr)
contains
  subroutine setup(g)
    type(grid), intent(out) :: g
    integer :: ranks
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.false.], .true., g%comm, ierr)
    call MPI_Cart_shift(g%comm, 0, 1, g%left, g%right, ierr)
  end subroutine
  subroutine edges(g, u)
    type(grid), intent(in) :: g
    real(8) :: u(0:n+1)
    integer :: req(4), tag
    tag = 1
    call MPI_Irecv(u(0), 1, MPI_DOUBLE_PRECISION, g%left, tag, g%comm, req(1), ierr)
    call MPI_Isend(u(n), 1, MPI_DOUBLE_PRECISION, g%right, tag, g%comm, req(2), ierr)
    tag = 2
    call MPI_Irecv(u(n+1), 1, MPI_DOUBLE_PRECISION, g%right, tag, g%comm, req(3), ierr)
    call MPI_Isend(u(1), 1, MPI_DOUBLE_PRECISION, g%left, tag, g%comm, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
  end subroutine
end program p
