! The requests are waited for by the name of a type that extends theirs, too: in one more procedure.
module halos
  use mpi
  type halo
    integer :: req(2)
  end type
  type, extends(halo) :: wide
    integer :: width
  end type
contains
  subroutine begin(h, a, b, n, left, right)
    class(halo) :: h
    integer, intent(in) :: n, left, right
    real :: a(n), b(n)
    integer :: ierr
    call MPI_Irecv(b, n, MPI_REAL, left, 1, MPI_COMM_WORLD, h%req(1), ierr)
    call MPI_Isend(a, n, MPI_REAL, right, 1, MPI_COMM_WORLD, h%req(2), ierr)
  end subroutine

  subroutine finish(h)
    class(halo) :: h
    integer :: ierr
    call MPI_Waitall(2, h%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  subroutine early(w, done)
    class(wide) :: w
    logical :: done
    integer :: ierr
    call MPI_Testall(2, w%req, done, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  subroutine step(w, a, b, n, left, right)
    type(wide) :: w
    integer, intent(in) :: n, left, right
    real :: a(n), b(n)
    call begin(w, a, b, n, left, right)
    call finish(w)
  end subroutine
end module
