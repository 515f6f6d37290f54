! A function that returns a communicator and calls itself is not followed for ever.
module recursive_comms
  use mpi
contains
  recursive function comm_of(l) result(c)
    integer, intent(in) :: l
    integer :: c
    if (l == 0) then
      c = MPI_COMM_WORLD
    else
      c = comm_of(l - 1)
    end if
  end function
end module

subroutine by_variable(b, n)
  use recursive_comms
  integer :: n, c, ierr
  real :: b(n)
  c = comm_of(2)
  call MPI_Send(b, n, MPI_REAL, 1, 0, c, ierr)
end subroutine

subroutine at_once(b, n)
  use recursive_comms
  integer :: n, ierr
  real :: b(n)
  call MPI_Send(b, n, MPI_REAL, 1, 0, comm_of(2), ierr)
end subroutine

subroutine by_dummy(b, n, l)
  use recursive_comms
  integer :: n, l
  real :: b(n)
  call given(b, n, comm_of(l))
end subroutine

recursive subroutine given(b, n, c)
  use mpi
  integer :: n, c, ierr
  real :: b(n)
  if (n > 1) call given(b, n - 1, c)
  call MPI_Send(b, n, MPI_REAL, 1, 0, c, ierr)
end subroutine
