module fields
  implicit none
  integer, parameter :: n = 12, m = 9
  real(8) :: a(0:n+1,0:m+1), b(0:n+1,0:m+1)
end module fields

program p
  use mpi
  use fields
  implicit none
  integer :: rank, ranks, left, right, up, down, ierr, it, i, j, req(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  up = rank + 1
  if (up == ranks) up = MPI_PROC_NULL
  down = rank - 1
  if (down < 0) down = MPI_PROC_NULL
  do j = 0, m + 1
    do i = 0, n + 1
      a(i,j) = rank + 0.1d0*i + 0.01d0*j
      b(i,j) = a(i,j)**2
    end do
  end do
  do it = 1, 8
    call rows()
    call columns()
    do j = 1, m
      do i = 1, n
        b(i,j) = 0.25d0*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
      end do
    end do
    a(1:n,1:m) = b(1:n,1:m)
  end do
  print *, rank, sum(a), sum(b)
  call MPI_Finalize(ierr)
contains
  ! Both fields in one buffer; a rank at the end has no neighbour.
  subroutine rows()
    real(8) :: tosend(2*m), toget(2*m)
    integer :: j
    call MPI_Irecv(toget, 2*m, MPI_DOUBLE_PRECISION, down, 3, MPI_COMM_WORLD, req(1), ierr)
    if (up /= MPI_PROC_NULL) then
      do j = 1, m
        tosend(j) = a(n,j)
        tosend(m+j) = b(n,j)
      end do
    end if
    call MPI_Isend(tosend, 2*m, MPI_DOUBLE_PRECISION, up, 3, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
    if (down /= MPI_PROC_NULL) then
      do j = 1, m
        a(0,j) = toget(j)
        b(0,j) = toget(m+j)
      end do
    end if
  end subroutine rows

  subroutine columns()
    real(8) :: s1(n), s2(n), r1(n), r2(n)
    integer :: i
    s1 = a(1:n,1)
    s2(:) = a(1:n,m)
    call MPI_Irecv(r1, n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(r2, n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(s1, n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(s2, n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    do i = 1, n
      a(i,0) = r1(i)
      a(i,m+1) = r2(i)
    end do
  end subroutine columns
end program p
