program p
  use mpi
  implicit none
  integer, parameter :: n = 10, m = 7
  real(8) :: a(0:n+1,0:m+1), b(0:n+1,0:m+1), buf(4*(n+m)), got(4*(n+m)), s(n), r(n)
  integer :: rank, ranks, left, right, ierr, it, i, j, k, req(4), cnt
  logical :: inner
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank - 1
  right = rank + 1
  if (rank == 0) left = MPI_PROC_NULL
  if (rank == ranks - 1) right = MPI_PROC_NULL
  cnt = n
  do j = 0, m + 1
    do i = 0, n + 1
      a(i,j) = rank + 0.1d0*i + 0.01d0*j; b(i,j) = a(i,j)*1.5d0
    end do
  end do
  got = -7; r = -8
  do it = 1, 6
    ! the same buffer twice, one after the other
    do i = 1, n
      s(i) = a(i,1)
    end do
    call MPI_Sendrecv(s, n, MPI_DOUBLE_PRECISION, left, 1, &
      r, n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (rank /= ranks - 1) then
      do i = 1, n
        a(i,m+1) = r(i)
      end do
    end if
    do i = 1, n
      s(i) = a(i,m)
    end do
    call MPI_Sendrecv(s, cnt, MPI_DOUBLE_PRECISION, right, 2, &
      r, cnt, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (rank > 0) a(1:n,0) = r
    ! halves of one buffer, two fields each, corners
    do j = 0, m + 1
      buf(j+1) = a(1,j)
      buf(m+2+j+1) = b(1,j)
    end do
    buf(2*(m+2)+1:3*(m+2)) = a(n,:)
    buf(3*(m+2)+1:4*(m+2)) = b(n,:)
    call MPI_Irecv(got(1), 2*(m+2), MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(got(2*(m+2)+1), 2*(m+2), MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(buf(1), 2*(m+2), MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(buf(2*(m+2)+1), 2*(m+2), MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    if (right >= 0) then
      a(n+1,:) = got(1:m+2)
      b(n+1,:) = got(m+3:2*(m+2))
    end if
    inner = left /= MPI_PROC_NULL
    if (left /= MPI_PROC_NULL) then
      a(0,0:m+1) = got(2*(m+2)+1:3*(m+2))
      b(0,0:m+1) = got(3*(m+2)+1:4*(m+2))
    end if
    do j = 1, m
      do i = 1, n
        b(i,j) = 0.25d0*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) + 0.1d0*b(i-1,j)
      end do
    end do
    a(1:n,1:m) = b(1:n,1:m)
  end do
  print *, rank, inner, sum(a), sum(b)
  call MPI_Finalize(ierr)
end program p
