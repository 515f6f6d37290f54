! Patterns of modules that other files use, and the same directives by hand.
module halo_m
  use mpi, only: MPI_COMM_WORLD
  implicit none
  private
  integer, parameter :: wide = 8
  integer, parameter, public :: n = 24, depth = 2
  integer(wide), public :: m = 40
  integer, public :: west, east, rank, ranks
  integer :: hidden = 1
  public :: start, byhand, peer, both, MPI_COMM_WORLD
  interface
    module subroutine below(u, a)
      real(wide), intent(inout) :: u(-1:n+2, -1:m+2)
      integer, intent(in) :: a
    end subroutine
  end interface
  public :: below
  interface both
    module procedure both_i, both_r
  end interface
  !$mdmp halo edges(a(-1:n+2, -1:), k) &
  !$mdmp   recv(a(1:n, 1-depth:0), west) tag(depth + 1) comm(MPI_COMM_WORLD) recv(a(1:n, m+1:m+depth), peer(1)) tag(k) &
  !$mdmp   send(a(1:n, m-depth+1:m), east) tag(depth + 1) comm(MPI_COMM_WORLD) &
  !$mdmp   send(a(1:n, 1:depth), west) tag(k) if(mod(n, 2) == 0) then &
  !$mdmp   recv(a(1-depth:0, -1:m+depth), rank) send(a(n-depth+1:n, -1:m+depth), rank) if(both(n))
  ! It names what is private, so only submodules can use it elsewhere.
  !$mdmp halo first(a) send(a(hidden, 1:m), east) recv(a(0, 1:m), west)
contains
  subroutine start
    use mpi
    integer :: ierr
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    west = modulo(rank - 1, ranks)
    east = modulo(rank + 1, ranks)
  end subroutine
  integer function peer(i)
    integer, intent(in) :: i
    peer = modulo(rank + i, ranks)
  end function
  logical function both_i(i)
    integer, intent(in) :: i
    both_i = i > 0
  end function
  logical function both_r(x)
    real, intent(in) :: x
    both_r = x < 0
  end function
  subroutine byhand(a, k)
    real(wide), intent(inout) :: a(-1:n+2, -1:m+2)
    integer, intent(in) :: k
    !$mdmp recv(a(1:n, 1-depth:0), west) tag(depth + 1) comm(MPI_COMM_WORLD)
    !$mdmp recv(a(1:n, m+1:m+depth), east) tag(k)
    !$mdmp send(a(1:n, m-depth+1:m), east) tag(depth + 1) comm(MPI_COMM_WORLD)
    !$mdmp send(a(1:n, 1:depth), west) tag(k)
    continue
    !$mdmp recv(a(1-depth:0, -1:m+depth), rank)
    !$mdmp send(a(n-depth+1:n, -1:m+depth), rank)
  end subroutine
end module

module other_m
  implicit none
  integer :: west, east, rows = 3
  !$mdmp halo edges(a) send(a(rows, :), east) recv(a(rows - 1, :), west)
contains
  subroutine between(w, e)
    integer, intent(in) :: w, e
    west = w
    east = e
  end subroutine
end module
