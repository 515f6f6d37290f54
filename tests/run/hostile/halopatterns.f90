! run: ranks 1 2 4
! Halo patterns whose fields, depths and masks change from step to step: two time levels change
! places, a routine exchanges what it is given, a plane of an array is one field of several,
! and the same directive is used with the same peers for other arrays.
module sets
  implicit none
  integer, parameter :: n = 40, m = 300
  integer :: west, east, rank, ranks
  type level
    real(8) :: u(-1:n+2, -1:m+2)
  end type level
  type(level), target :: two(2)
  !$mdmp halo wrap(a(-1:n+2, -1:m+2), d) recv(a(1:n, 1-d:0), west) tag(1) recv(a(1:n, m+1:m+d), east) tag(2) &
  !$mdmp   send(a(1:n, m-d+1:m), east) tag(1) send(a(1:n, 1:d), west) tag(2) then &
  !$mdmp   recv(a(1-d:0, 1-d:m+d), rank) tag(3) send(a(n-d+1:n, 1-d:m+d), rank) tag(3) &
  !$mdmp   recv(a(n+1:n+d, 1-d:m+d), rank) tag(4) send(a(1:d, 1-d:m+d), rank) tag(4)
contains
  subroutine swap(a, b, d, both)
    real(8), intent(inout) :: a(-1:n+2, -1:m+2), b(-1:n+2, -1:m+2)
    integer, intent(in) :: d
    logical, intent(in) :: both
    !$mdmp exchange wrap(a, d), wrap(b, d) if(both)
  end subroutine swap
  subroutine step(from, to, other, k)
    real(8), intent(in) :: from(-1:n+2, -1:m+2), other(-1:n+2, -1:m+2)
    real(8), intent(inout) :: to(-1:n+2, -1:m+2)
    integer, intent(in) :: k
    integer :: i, j
    do j = 1, m
      do i = 1, n
        to(i, j) = 0.25d0*(from(i-1, j-1) + from(i+1, j+1) + other(i, j-k) + from(i-k, j+k))
      end do
    end do
  end subroutine step
end module sets

program halopatterns
  use mpi
  use sets
  implicit none
  real(8) :: v(-1:n+2, -1:m+2), w(-1:n+2, 3, -1:m+2), z(-1:n+2, -1:m+2)
  integer :: t, i, j, k, ierr, old, new
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  do j = -1, m+2
    do i = -1, n+2
      v(i, j) = sin(real(i + 100*j + 1000*rank, 8))
      w(i, :, j) = cos(real(i + 100*j + 1000*rank, 8))*[1, 2, 3]
    end do
  end do
  two(1)%u = v
  two(2)%u = 1 - v
  z = v*v
  !$mdmp commregion
  do t = 1, 24
    old = 1 + mod(t, 2)
    new = 3 - old
    k = 1 + mod(t/3, 2)
    !$mdmp exchange wrap(two(old)%u, 2), wrap(w(:,1+mod(t,3),:), 2), wrap(v, 2) if(mod(t, 4) /= 1)
    call step(two(old)%u, two(new)%u, v, k)
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*v(i, j) + 0.125d0*(w(i-1, 1, j) + w(i, 2, j+1) + w(i+2, 3, j-2) + two(old)%u(i, j))
      end do
    end do
    call swap(v, z, k, mod(t, 5) < 3)
    call step(v, z, two(new)%u, 1)
    do j = 1, m
      do i = 1, n
        w(i, 1 + mod(t, 2), j) = 0.5d0*(w(i, 3, j) + z(i, j))
      end do
    end do
    if (t == 13) then
      !$mdmp exchange wrap(z, 1)
      !$mdmp exchange wrap(z, 2)
      z(1:n, 1:m) = z(0:n-1, 0:m-1) + z(3:n+2, 3:m+2)
    end if
  end do
  !$mdmp end commregion
  do t = 0, ranks - 1
    if (t == rank) then
      print *, rank, sum(v(1:n, 1:m)), sum(z), sum(w(1:n, :, 1:m)), two(1)%u(3, 1), two(2)%u(n, m), v(0, 0), v(n+1, m+1)
      flush (6)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call MPI_Finalize(ierr)
end program halopatterns
