! Rows are packed, columns are not, and both go at once. With their corners they have elements in common: what is sent was copied
! before these came, and what comes is copied when all are there.
program corners
  use mpi
  implicit none
  integer, parameter :: n = 5, m = 4
  double precision :: u(0:n+1,0:m+1), v(0:n+1,0:m+1)
  integer :: rank, ranks, ierr, i, j, step
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  do j = 0, m + 1
    do i = 0, n + 1
      u(i,j) = i + 10*j + 100*rank
      v(i,j) = i*j + rank
    end do
  end do
  do step = 1, 4
    call all_of_it
    call inside
    u = u*0.5d0 + v
    v = v + u*0.25d0
  end do
  print '(i3,16es24.16)', rank, u(:,0), u(:,m+1), sum(u), sum(v)
  call MPI_Finalize(ierr)
contains
  subroutine all_of_it
    double precision :: s(0:m+1), r(0:m+1)
    integer :: req(4)
    s = u(1,:)
    call MPI_Irecv(r, m+2, MPI_DOUBLE_PRECISION, modulo(rank+1, ranks), 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(u(0,m+1), n+2, MPI_DOUBLE_PRECISION, rank, 2, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(s, m+2, MPI_DOUBLE_PRECISION, modulo(rank-1, ranks), 1, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(u(0,1), n+2, MPI_DOUBLE_PRECISION, rank, 2, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    u(n+1,:) = r
  end subroutine all_of_it

  ! Without corners they have none.
  subroutine inside
    double precision :: s(m), r(m)
    integer :: req(4)
    s = v(1,1:m)
    call MPI_Irecv(r, m, MPI_DOUBLE_PRECISION, modulo(rank+1, ranks), 3, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(v(1,m+1), n, MPI_DOUBLE_PRECISION, rank, 4, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Isend(s, m, MPI_DOUBLE_PRECISION, modulo(rank-1, ranks), 3, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(v(1,1), n, MPI_DOUBLE_PRECISION, rank, 4, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)
    v(n+1,1:m) = r
  end subroutine inside
end program corners
