! Packing buffers that are sent and received in place: no copy is needed where the sections are apart and a message certainly comes.
program p
  use mpi
  implicit none
  integer, parameter :: n = 8
  real(8) :: u(0:n+1,n), buf(n), own(n), ends(n), maybe(n)
  integer :: rank, ranks, left, right, below, above, ierr, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank-1, ranks)
  right = modulo(rank+1, ranks)
  below = rank - 1
  above = rank + 1
  if (below < 0) below = MPI_PROC_NULL
  if (above >= ranks) above = MPI_PROC_NULL
  u = rank
  do k = 1, 4
    ! into another row
    buf = u(n,:)
    call MPI_Sendrecv_replace(buf, n, MPI_DOUBLE_PRECISION, right, 1, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (left /= MPI_PROC_NULL) u(0,:) = buf
    ! into the same row
    own = u(n,:)
    call MPI_Sendrecv_replace(own, n, MPI_DOUBLE_PRECISION, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (left /= MPI_PROC_NULL) u(n,:) = own
    ! where nobody sends the buffer holds what was to be sent
    ends = u(1,:)
    call MPI_Sendrecv_replace(ends, n, MPI_DOUBLE_PRECISION, below, 3, above, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    u(n+1,:) = ends
    ! and is not looked at there
    maybe = u(2,:)
    call MPI_Sendrecv_replace(maybe, n, MPI_DOUBLE_PRECISION, above, 4, below, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (below /= MPI_PROC_NULL) u(0,:) = 2*u(0,:) + u(1,:)
    if (below /= MPI_PROC_NULL) u(0,:) = maybe
    u(1:n,:) = 0.5d0*(u(0:n-1,:) + u(2:n+1,:)) + k
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
