module grid
  use mpi_f08
  implicit none
  type grid_t
    type(MPI_Comm) :: comm
  contains
    procedure :: communicator
  end type grid_t
contains
  function communicator(g) result(c)
    class(grid_t), intent(in) :: g
    type(MPI_Comm) :: c
    c = g%comm
  end function communicator

  subroutine halo(g, u, n, left, right)
    class(grid_t), intent(in) :: g
    integer, intent(in) :: n, left, right
    real(8), intent(inout) :: u(n, 0:n+1)
    type(MPI_Comm) :: c
    ! a communicator that a function returns: it is said that this is not looked through
    c = g%communicator()
    call MPI_Sendrecv(u(1,n), n, MPI_DOUBLE_PRECISION, right, 1, u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, c, MPI_STATUS_IGNORE)
  end subroutine halo
end module grid
