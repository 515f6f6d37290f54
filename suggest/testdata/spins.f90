program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1)
  integer :: rank, ranks, left, right, ierr, it, req(4), r1, r2
  integer :: statuses(MPI_STATUS_SIZE,4)
  logical :: done
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  u = rank
  done = .false.
  do it = 1, 10
    call MPI_Irecv(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(u(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(u(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(4), ierr)
    done = .false.
    do while (.not. done)
      call MPI_Testall(4, req, done, statuses, ierr)
    end do
    if (.not. done) print *, 'not done'
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
    call MPI_Irecv(u(2,0), n-2, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, r1, ierr)
    call MPI_Isend(u(2,m), n-2, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, r2, ierr)
    do
      call MPI_Test(r1, done, MPI_STATUS_IGNORE, ierr)
      if (done) exit
    end do
    call MPI_Wait(r2, MPI_STATUS_IGNORE, ierr)
  end do
  print *, rank, sum(u), done
  call MPI_Finalize(ierr)
end program p
