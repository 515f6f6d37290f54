! Sends in synchronous mode: when one is complete its receive has begun, and that stays so.
program synchronous
  use mpi
  implicit none
  integer, parameter :: n = 30000
  real(8) :: a(n), b(n), w(n)
  integer :: rank, ranks, next, before, ierr, i, it, told, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  next = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  before = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  a = [(i*0.5d0 + rank, i=1, n)]
  b = 0; w = rank
  do it = 1, 20
    call MPI_Recv(b, n, MPI_REAL8, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    do i = 1, n
      w(i) = w(i) + a(i)*it
    end do
    w = w + b
    a(1) = a(1) + 1
    call MPI_Ssend(a, n, MPI_REAL8, next, 1, MPI_COMM_WORLD, ierr)   ! overlaps
    do i = 1, n
      w(i) = w(i) - 0.5d0*a(i)
    end do
    if (ierr /= MPI_SUCCESS) print *, 'error'
  end do

  ! Behind it nothing that tells the other rank something is crossed: the long message is matched when the short one is sent.
  told = 0
  if (rank == 0) then
    call MPI_Ssend(a, n, MPI_REAL8, next, 2, MPI_COMM_WORLD, ierr)   ! overlaps
    do i = 1, n
      w(i) = w(i) + 1
    end do
    call MPI_Send(rank, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, ierr)   ! stays
  else if (rank == 1) then
    call MPI_Recv(b, n, MPI_REAL8, 0, 2, MPI_COMM_WORLD, status, ierr)   ! stays
    call MPI_Recv(told, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, status, ierr)   ! stays
  end if
  print *, rank, sum(w), told
  call MPI_Finalize(ierr)
end program synchronous
