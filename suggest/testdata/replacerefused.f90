! Near misses: each call stays, and what stands there for its partner.
program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n), s(4)
  real(8), allocatable :: w(:,:)
  real(4) :: other(n)
  integer :: rank, ranks, left, right, ierr, k, pairs, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Type_contiguous(2, MPI_2DOUBLE_PRECISION, pairs, ierr)
  call MPI_Type_commit(pairs, ierr)
  left = modulo(rank-1, ranks)
  right = modulo(rank+1, ranks)
  u = rank
  v = rank
  s = rank
  other = rank
  read (*,*) k
  allocate (w(k,n))
  w = rank
  k = k + 1
  ! from the middle of one column into the next: no section
  call MPI_Sendrecv_replace(u(3,0), n, MPI_DOUBLE_PRECISION, right, 1, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! how many rows there are is not known
  call MPI_Sendrecv_replace(w(1,2), k, MPI_DOUBLE_PRECISION, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! not as many as the section has
  call MPI_Sendrecv_replace(u(2,:), m, MPI_DOUBLE_PRECISION, right, 3, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! a type that is none of one element
  call MPI_Sendrecv_replace(s, 1, pairs, right, 4, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! other bytes
  call MPI_Sendrecv_replace(other, n/2, MPI_DOUBLE_PRECISION, right, 5, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! behind the end
  call MPI_Sendrecv_replace(v(2), n, MPI_DOUBLE_PRECISION, right, 6, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! who sends, and with which tag, is not known
  call MPI_Sendrecv_replace(v, n, MPI_DOUBLE_PRECISION, right, 7, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Sendrecv_replace(v, n, MPI_DOUBLE_PRECISION, right, 8, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! the status is looked at
  call MPI_Sendrecv_replace(v, n, MPI_DOUBLE_PRECISION, right, 9, left, 9, MPI_COMM_WORLD, status, ierr)
  print *, rank, status(MPI_SOURCE), sum(u), sum(v), sum(s)
  call MPI_Finalize(ierr)
end program p
