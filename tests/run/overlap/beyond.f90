! Messages that go on behind their array: in a common block, over what is still being sent, and in a type with an order.
program beyond
  use mpi
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a, b, c, w(n)
  common /storage/ a(n), b(n), c(2*n)
  type both
    sequence
    real(8) :: a(n), b(n)
  end type
  type(both), save :: q
  integer :: rank, ranks, other, ierr, i, step, req
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  other = ieor(rank, 1)
  if (other >= ranks) other = MPI_PROC_NULL
  w = 0
  do step = 1, 30
    do i = 1, n
      a(i) = rank*3 + step + i
      b(i) = rank*5 + step + 2*i
    end do
    c = rank + step
    if (mod(rank, 2) == 0) then
      call MPI_Send(b(1), n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, ierr)   ! overlaps
      call MPI_Recv(a(1), 2*n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
      do i = 1, n
        w(i) = w(i) + 1
      end do
    else
      call MPI_Isend(c(1), 2*n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, req, ierr)
      do i = 1, n
        w(i) = w(i) + sin(i*step*1d0)
      end do
      call MPI_Recv(b(1), n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)   ! stays
    end if
    if (mod(rank, 2) == 0) then
      q%b = step
      call MPI_Recv(q%a, 2*n, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
      do i = 1, n
        w(i) = w(i) + q%b(i)
      end do
    else
      do i = 1, n
        w(i) = w(i) + sin(i*step*1d0)
      end do
      call MPI_Send(c(1), 2*n, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, ierr)   ! overlaps
    end if
    if (mod(step, 5) == 0) print '(2i5,3es24.16)', rank, step, sum(w), sum(a), sum(b)
  end do
  call MPI_Finalize(ierr)
end program
