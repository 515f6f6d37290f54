module fields
  implicit none
  type field
    real(8), pointer :: u(:,:), v(:,:), w(:,:), x(:,:)
  end type field
end module fields

program componentbounds
  use mpi
  use fields
  implicit none
  type(field) :: f
  real(8), allocatable :: v(:,:)
  real(8), target :: all(20,20)
  integer, parameter :: n = 6, m = 5
  integer :: rank, ranks, left, right, ierr, row, short, column, it, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  allocate (v(n,m))
  allocate (f%u(0:n+1,0:m+1), f%v(0:n+1,0:m+1))
  f%w => all(1:19:2,:)
  allocate (f%x(0:n+1,0:m+1))
  f%x(2:,2:) => all
  v = 0
  f%u(:,:) = rank
  f%v(:,:) = rank
  all = rank
  call MPI_Type_vector(m, 1, n + 2, MPI_DOUBLE_PRECISION, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Type_vector(m, 1, n, MPI_DOUBLE_PRECISION, short, ierr)
  call MPI_Type_commit(short, ierr)
  call MPI_Type_contiguous(n, MPI_DOUBLE_PRECISION, column, ierr)
  call MPI_Type_commit(column, ierr)
  do it = 1, 4
    ! bounds are those with which the component is allocated
    call MPI_Sendrecv(f%u(n,1), 1, row, right, 1, f%u(0,1), 1, row, left, 1, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(f%u(1,m), 1, column, right, 2, f%u(1,0), 1, column, left, 2, MPI_COMM_WORLD, status, ierr)
    ! not those of a variable that has the component's name: no rows of f%v
    call MPI_Sendrecv(f%v(n,1), 1, short, right, 3, f%v(1,1), 1, short, left, 3, MPI_COMM_WORLD, status, ierr)
    ! a pointer that gets a target elsewhere: its bounds are not known
    call MPI_Sendrecv(f%w(n,1), 1, row, right, 4, f%w(1,1), 1, row, left, 4, MPI_COMM_WORLD, status, ierr)
    ! the same with bounds of its own
    call MPI_Sendrecv(f%x(n,2), 1, row, right, 5, f%x(2,2), 1, row, left, 5, MPI_COMM_WORLD, status, ierr)
    f%u(1:n,1:m) = f%u(0:n-1,1:m) + 1
  end do
  print *, rank, sum(f%u), sum(f%v), sum(v), sum(all)
  call MPI_Finalize(ierr)
end program componentbounds
