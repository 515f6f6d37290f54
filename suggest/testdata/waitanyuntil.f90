! Loops that wait until no request is left. (Procedures alone: an MPI of which MPI_Waitany gives Fortran another number than
! MPI_UNDEFINED would never end.)
subroutine steps(rank, ranks)
  use mpi
  implicit none
  integer, parameter :: n = 8, m = 6
  real(8) :: u(n,0:m+1), v(n,0:m+1)
  integer, intent(in) :: rank, ranks
  integer :: left, right, ierr, it, k, l, done, req(2)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = rank
  v = 1
  done = 0
  do it = 1, 10
    call MPI_Irecv(u(1,0), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Isend(u(1,m), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(2), ierr)
    do
      call MPI_Waitany(2, req, k, MPI_STATUS_IGNORE, ierr)
      if (k == MPI_UNDEFINED) exit
    end do
    u(2:n-1,1:m) = 0.5d0*(u(1:n-2,0:m-1) + u(3:n,2:m+1))

    call MPI_Irecv(v(1,m+1), n, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Isend(v(1,1), n, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, req(2), ierr)
    do
      call MPI_Waitany(2, req, l, MPI_STATUS_IGNORE, ierr)
      if (l == MPI_UNDEFINED) then
        exit
      end if
      done = done + l
      if (l == 1) v(:,m) = v(:,m) + v(:,m+1)
    end do
    v(2:n-1,1:m) = 0.25d0*(v(1:n-2,0:m-1) + v(3:n,2:m+1)) + rank
  end do
  print *, rank, sum(u), sum(v), done
end subroutine steps
