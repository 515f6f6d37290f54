program p
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  logical, parameter :: single = .false.
  real(8) :: u(n,0:m+1), b(n), c(n)
  integer :: rank, ranks, north, south, ierr, it, i, id, kind8
  integer :: status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (.not. single) then
    kind8 = MPI_DOUBLE_PRECISION
  else
    kind8 = MPI_REAL
  end if
  north = rank - 1
  south = rank + 1
  if (south >= ranks) south = -1
  u = rank
  do it = 1, 10
    if (south /= -1) then
      call MPI_Irecv(c, n, kind8, south, 7, MPI_COMM_WORLD, id, ierr)
    end if
    if (north /= -1) then
      do i = 1, n
        b(i) = u(i,1)
      end do
      call MPI_Send(b, n, kind8, north, 7, MPI_COMM_WORLD, ierr)
    end if
    if (south /= -1) then
      call MPI_Wait(id, status, ierr)
      do i = 1, n
        u(i,m+1) = c(i)
      end do
    end if
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
