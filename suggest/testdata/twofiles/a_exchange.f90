module halos
  use mpi
  implicit none
  integer :: comm, left, right
contains
  subroutine neighbours()
    integer :: ierr
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks()], [.true.], .false., comm, ierr)
    call MPI_Cart_shift(comm, 0, 1, left, right, ierr)
  end subroutine neighbours
  integer function ranks()
    integer :: ierr
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  end function ranks
  subroutine exchange(u, n, m)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: u(n,0:m+1)
    integer :: ierr
    call MPI_Sendrecv(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, comm, &
      MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(1,1), n, MPI_DOUBLE_PRECISION, left, 2, u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, comm, &
      MPI_STATUS_IGNORE, ierr)
  end subroutine exchange
end module halos
