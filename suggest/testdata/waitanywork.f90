! What is done for each message as it comes.
program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1), got(n,2), gave(n,2)
  integer :: rank, ranks, left, right, ierr, it, i, k, todo, messages, req(4)
  integer :: status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right >= ranks) right = MPI_PROC_NULL
  u = rank
  v = 10 + rank
  got = -1
  do it = 1, 10
    ! The number decides what is copied out.
    gave(:,1) = u(:,1)
    gave(:,2) = u(:,m)
    call MPI_Irecv(got(1,1), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(got(1,2), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(gave(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(gave(1,2), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(4), ierr)
    do i = 1, 4
      call MPI_Waitany(4, req, k, status, ierr)
      select case (k)
      case (1)
        if (left /= MPI_PROC_NULL) u(:,0) = got(:,1)
      case (2)
        if (right /= MPI_PROC_NULL) u(:,m+1) = got(:,2)
      end select
    end do
    u(:,1:m) = 0.5d0*(u(:,0:m-1) + u(:,2:m+1))

    ! The messages that are there are counted, and those that are left.
    messages = 0
    if (rank > 0) then
      call MPI_Irecv(v(1,0), n, MPI_DOUBLE_PRECISION, rank-1, 3, MPI_COMM_WORLD, req(messages+1), ierr)
      call MPI_Isend(v(1,1), n, MPI_DOUBLE_PRECISION, rank-1, 4, MPI_COMM_WORLD, req(messages+2), ierr)
      messages = messages + 2
    end if
    if (rank < ranks-1) then
      call MPI_Irecv(v(1,m+1), n, MPI_DOUBLE_PRECISION, rank+1, 4, MPI_COMM_WORLD, req(messages+1), ierr)
      call MPI_Isend(v(1,m), n, MPI_DOUBLE_PRECISION, rank+1, 3, MPI_COMM_WORLD, req(messages+2), ierr)
      messages = messages + 2
    end if
    todo = messages
    do while (todo > 0)
      call MPI_Waitany(messages, req, k, MPI_STATUS_IGNORE, ierr)
      if (k == 1) v(:,3) = v(:,3) + 0.5d0
      todo = todo - 1
    end do
    v(:,1:m) = 0.25d0*(v(:,0:m-1) + v(:,2:m+1)) + it
  end do
  print *, rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program p
