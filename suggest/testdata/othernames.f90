module names
  implicit none
  interface give
    procedure mpi_send
  end interface give
  interface
    subroutine mpi_recv(buf, count, type, source, tag, comm, status, ierror)
      real(8), intent(out) :: buf
      integer, intent(in) :: count, type, source, tag, comm
      integer, intent(out) :: status(*), ierror
    end subroutine mpi_recv
    subroutine mpi_send(buf, count, type, dest, tag, comm, ierror)
      real(8), intent(in) :: buf
      integer, intent(in) :: count, type, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine mpi_send
  end interface
  abstract interface
    subroutine sender(buf, count, type, dest, tag, comm, ierror)
      real(8), intent(in) :: buf
      integer, intent(in) :: count, type, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine sender
  end interface
  procedure(sender), pointer :: to
end module names

subroutine ends(u, left, right)
  use names
  implicit none
  include 'mpif.h'
  real(8), intent(inout) :: u(0:9)
  integer, intent(in) :: left, right
  integer :: ierr, status(MPI_STATUS_SIZE)
  to => mpi_send
  if (left >= 0) call to(u(1), 1, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, ierr)
  if (right >= 0) call give(u(8), 1, MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, ierr)
  if (right >= 0) call mpi_recv(u(9), 1, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, status, ierr)
  if (left >= 0) call mpi_recv(u(0), 1, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, status, ierr)
end subroutine ends

subroutine middle(u, left, right)
  use mpi
  implicit none
  real(8), intent(inout) :: u(0:9)
  integer, intent(in) :: left, right
  integer :: ierr
  call MPI_Sendrecv(u(1), 1, MPI_DOUBLE_PRECISION, left, 3, &
      u(9), 1, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
end subroutine middle
