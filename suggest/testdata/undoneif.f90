! A condition that something in its branches changes before a message is another one behind the IF.
subroutine once(b, c, n, left, right, todo)
  use mpi
  integer, intent(in) :: n, left, right
  integer, intent(inout) :: todo
  real :: b(n), c(n)
  integer :: ierr, id, status(MPI_STATUS_SIZE)
  call MPI_Irecv(c, n, MPI_REAL, left, 7, MPI_COMM_WORLD, id, ierr)
  if (todo > 0) then
    todo = todo - 1
    call MPI_Send(b, n, MPI_REAL, right, 7, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Wait(id, status, ierr)
end subroutine

subroutine otherwise(b, c, n, left, right, todo)
  use mpi
  integer, intent(in) :: n, left, right
  integer, intent(inout) :: todo
  real :: b(n), c(n)
  integer :: ierr, id, status(MPI_STATUS_SIZE)
  call MPI_Irecv(c, n, MPI_REAL, left, 7, MPI_COMM_WORLD, id, ierr)
  if (todo > 0) then
    todo = 0
  else
    call MPI_Send(b, n, MPI_REAL, right, 7, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Wait(id, status, ierr)
end subroutine

subroutine received(b, n, left, right, todo)
  use mpi
  integer, intent(in) :: n, left, right
  integer, intent(inout) :: todo
  real :: b(n)
  integer :: ierr, ids(2)
  ids = MPI_REQUEST_NULL
  if (todo > 0) then
    call MPI_Irecv(todo, 1, MPI_INTEGER, left, 7, MPI_COMM_WORLD, ids(1), ierr)
    call MPI_Isend(b, n, MPI_REAL, right, 7, MPI_COMM_WORLD, ids(2), ierr)
  end if
  call MPI_Waitall(2, ids, MPI_STATUSES_IGNORE, ierr)
end subroutine

! This one stays: the condition is evaluated behind the statement.
subroutine before(b, c, n, left, right, todo)
  use mpi
  integer, intent(in) :: n, left, right, todo
  real :: b(n), c(n)
  integer :: ierr, id, k, status(MPI_STATUS_SIZE)
  call MPI_Irecv(c, n, MPI_REAL, left, 8, MPI_COMM_WORLD, id, ierr)
  if (todo > 0) then
    k = todo - 1
    if (k > 0) call MPI_Send(b, n, MPI_REAL, right, 8, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Wait(id, status, ierr)
end subroutine
