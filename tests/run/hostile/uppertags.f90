! Tags of the upper half, up to the largest that MPI has, beside small ones: in loops that overlap, on a communicator that is
! named, and on one that is not.
program uppertags
  use mpi
  implicit none
  integer, parameter :: n = 600, m = 30
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1)
  integer :: named, other, rank, ranks, west, east, top, it, i, j, ierr
  integer(MPI_ADDRESS_KIND) :: bound
  logical :: flag
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, bound, flag, ierr)
  top = int(bound)
  call MPI_Comm_dup(MPI_COMM_WORLD, named, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)
  !$mdmp init comm(named)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  do j = 0, m + 1
    do i = 1, n
      u(i, j) = mod(i*7 + j*13 + rank*5, 31)
    end do
  end do
  !$mdmp commregion
  do it = 1, 12
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*(u(i, j - 1) + u(i, j + 1)) + mod(it, 3)
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    !$mdmp recv(u(1:200, 0), west) tag(top)
    !$mdmp recv(u(201:400, 0), west) tag(1) comm(named)
    !$mdmp recv(u(401:600, 0), west) tag(top - 7) comm(named)
    !$mdmp recv(u(1:200, m + 1), east) tag(top - it) comm(other)
    !$mdmp recv(u(201:600, m + 1), east) tag(top/2 + 1)
    !$mdmp send(u(1:200, m), east) tag(top)
    !$mdmp send(u(201:400, m), east) tag(1) comm(named)
    !$mdmp send(u(401:600, m), east) tag(top - 7) comm(named)
    !$mdmp send(u(1:200, 1), west) tag(top - it) comm(other)
    !$mdmp send(u(201:600, 1), west) tag(top/2 + 1)
  end do
  !$mdmp end commregion
  print '(a,i0,2(1x,z16))', 'rank ', rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program uppertags
