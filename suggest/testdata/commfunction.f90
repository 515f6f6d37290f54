module grid
  use mpi_f08
  implicit none
  type grid_t
    type(MPI_Comm) :: comm
  contains
    procedure :: communicator => communicator_of
    procedure :: start
  end type grid_t
contains
  subroutine start(g, ranks)
    class(grid_t), intent(inout) :: g
    integer, intent(in) :: ranks
    integer :: left, right
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .true., g%comm)
    call MPI_Cart_shift(comm=g%comm, direction=0, disp=1, rank_source=left, rank_dest=right)
  end subroutine start

  pure function communicator_of(g) result(c)
    class(grid_t), intent(in) :: g
    type(MPI_Comm) :: c
    c = g%comm
  end function communicator_of

  type(MPI_Comm) function either(g, all)
    class(grid_t), intent(in) :: g
    logical, intent(in) :: all
    either = g%comm
    if (all) either = chosen(all)
  end function either

  subroutine halo(g, u, n, left, right)
    class(grid_t), intent(in) :: g
    integer, intent(in) :: n, left, right
    real(8), intent(inout) :: u(n, 0:n+1)
    type(MPI_Comm) :: c
    ! what a function of the program returns, here by its name in the type
    c = g%communicator()
    call MPI_Sendrecv(u(1,n), n, MPI_DOUBLE_PRECISION, right, 1, u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, c, MPI_STATUS_IGNORE)
  end subroutine halo

  subroutine maybe(g, u, n, left, right, all)
    class(grid_t), intent(in) :: g
    integer, intent(in) :: n, left, right
    real(8), intent(inout) :: u(n, 0:n+1)
    logical, intent(in) :: all
    type(MPI_Comm) :: c
    ! a function of which one branch is not seen
    c = either(g, all)
    call MPI_Sendrecv(u(1,n), n, MPI_DOUBLE_PRECISION, right, 2, u(1,0), n, MPI_DOUBLE_PRECISION, left, 2, c, MPI_STATUS_IGNORE)
  end subroutine maybe
end module grid
