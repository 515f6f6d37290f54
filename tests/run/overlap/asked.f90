! Only the call that a directive asks for overlaps; the same call without one is as it was, and not spoken of.
program asked
  use mpi
  implicit none
  integer, parameter :: n = 30000
  real(8) :: a(n), b(n), w(n)
  integer :: rank, ranks, to, from, ierr, i, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  to = modulo(rank + 1, ranks)
  from = modulo(rank - 1, ranks)
  a = [(i*0.5d0 + rank, i=1, n)]
  b = 0; w = rank

  !$mdmp overlap
  call MPI_Sendrecv(a, n, MPI_REAL8, to, 1, b, n, MPI_REAL8, from, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 1, n
    w(i) = w(i) + a(i)
  end do
  w = w + b

  call MPI_Sendrecv(w, n, MPI_REAL8, to, 2, b, n, MPI_REAL8, from, 2, MPI_COMM_WORLD, status, ierr)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  w = w + b

  !$mdmp overlap
  call MPI_Sendrecv(a, n, MPI_REAL8, to, 3, b, n, MPI_REAL8, from, 3, MPI_COMM_WORLD, status, ierr)   ! stays
  w = w + b
  ! In a branch beside a call that nobody asks for.
  if (modulo(rank, 2) == 0) then
    call MPI_Sendrecv(a, n, MPI_REAL8, rank, 4, b, n, MPI_REAL8, rank, 4, MPI_COMM_WORLD, status, ierr)
    !$mdmp overlap
    call MPI_Sendrecv(w, 10, MPI_REAL8, rank, 5, b(7), 10, MPI_REAL8, rank, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
  end if
  do i = 1, n
    b(i) = b(i) + a(i)
  end do
  if (modulo(rank, 2) == 1) then
    !$mdmp overlap
    call MPI_Sendrecv(b, 10, MPI_REAL8, rank, 6, w(9), 10, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
  end if
  do i = 1, n
    w(i) = w(i) + b(i)
  end do
  ! Calls of which there is no other form.
  !$mdmp overlap
  call MPI_Bcast(w, n, MPI_REAL8, 0, MPI_COMM_WORLD, ierr)   ! stays
  !$mdmp overlap
  if (ranks > 0) call MPI_Allreduce(MPI_IN_PLACE, a, n, MPI_REAL8, MPI_MAX, MPI_COMM_WORLD, ierr)   ! stays
  do i = 1, n
    b(i) = b(i) + 1
  end do
  print *, rank, sum(w), sum(a), sum(b)
  call MPI_Finalize(ierr)
end program asked
