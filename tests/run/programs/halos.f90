! Halo patterns: fields that travel together, masks, depths of one and two, components,
! planes of an array, corners through phases, one-sided edges, patterns of a module, of a
! procedure and of its host.
module fields
  !ref use ref
  implicit none
  integer, parameter :: n = 24, m = 20
  integer :: west, east
  type field
    real(8) :: u(0:n+1, 0:m+1), v(0:n+1, 0:m+1)
  end type field
  type(field) :: tile(2)
  !$mdmp halo columns(a(0:n+1, 0:m+1)) &
  !$mdmp&  recv(a(1:n,0), west) tag(1), send(a(1:n,m), east) tag(1) & ! to the right
  !$mdmp&  recv(a(1:n,m+1), east) tag(2), send(a(1:n,1), west) tag(2)
contains
  subroutine sides(a, b)
    real(8), intent(inout) :: a(0:, 0:), b(0:n+1, 0:m+1)
    !$mdmp exchange columns(a), columns(b)
    !ref call ref_recv(a(1:n,0), west, 1); call ref_recv(a(1:n,m+1), east, 2)
    !ref call ref_send(a(1:n,m), east, 1); call ref_send(a(1:n,1), west, 2); call ref_wait(a)
    !ref call ref_recv(b(1:n,0), west, 1); call ref_recv(b(1:n,m+1), east, 2)
    !ref call ref_send(b(1:n,m), east, 1); call ref_send(b(1:n,1), west, 2); call ref_wait(b)
  end subroutine sides
  subroutine smooth(a, b)
    real(8), intent(inout) :: a(0:n+1, 0:m+1)
    real(8), intent(in) :: b(0:n+1, 0:m+1)
    real(8) :: c(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        c(i, j) = (a(i-1, j-1) + b(i+1, j+1) + a(i, j-1) + b(i, j+1) + 2*a(i, j))/6
      end do
    end do
    a(1:n, 1:m) = c
  end subroutine smooth
end module fields

program halos
  use mpi
  use support
  use fields
  !ref use ref
  implicit none
  integer :: rank, ranks, step, k, i, j, ierr, seen(0:3)
  real(8) :: u(0:n+1, 0:m+1), v(0:n+1, 0:m+1), w(-1:n+2, -1:m+2, 3)
  real(8), allocatable :: late(:, :)
  logical :: mask(4)
  !$mdmp halo columns(a) recv(a(1:n,0), west) tag(1), send(a(1:n,m), east) tag(1), recv(a(1:n,m+1), east) tag(2), &
  !$mdmp&  send(a(1:n,1), west) tag(2)
  !$mdmp halo around(a, d, at) &
  !$mdmp&  recv(a(1:n, 1-d:0), west) tag(at) send(a(1:n, m+1-d:m), east) tag(at) &
  !$mdmp&  recv(a(1:n, m+1:m+d), east) tag(at + 1) send(a(1:n, 1:d), west) tag(at+1) &
  !$mdmp&  then recv(a(1-d:0, 1-d:m+d), rank) send(a(n+1-d:n, 1-d:m+d), rank) then &
  !$mdmp&       recv(a(n+1:n+d, 1-d:m+d), rank) send(a(1:d, 1-d:m+d), rank)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  west = rank - 1
  east = merge(rank + 1, MPI_PROC_NULL, rank + 1 < ranks)
  do j = -1, m+2
    do i = -1, n+2
      w(i, j, :) = [sin(0.1d0*i + j), cos(0.3d0*i*j), 1d0/(i + j + 9)]
    end do
  end do
  w = w + rank
  u = w(0:n+1, 0:m+1, 1)
  v = w(0:n+1, 0:m+1, 2)
  tile(1) = field(2*u, 3*v)
  tile(2) = field(v - u, v*u)
  seen = 0
  allocate (late(0:n+1, 0:m+1), source=u)
  !$mdmp commregion
  do step = 1, 7
    mask = [.true., mod(step, 2) == 0, mod(step, 3) == 0, step > 4]
    k = 1 + mod(step, 3)
    call sides(u, v)
    call smooth(u, v)
    !$mdmp exchange around(w(:,:,k), 2, 3), around(u, 1, 3) if(mask(2)), around(w(:,:,1+mod(k,3)), 1 + k/2, 5)
    !$mdmp exchange columns(late) if(mask(1) .and. allocated(late)), columns(tile(2)%v) if(mask(3)), columns(tile(1)%u)
    !ref call around(w(:,:,k), 2, 3); if (mask(2)) call around1(u); call around(w(:,:,1+mod(k,3)), 1 + k/2, 5)
    !ref if (allocated(late)) call columns(late)
    !ref if (mask(3)) call columns(tile(2)%v)
    !ref call columns(tile(1)%u)
    call smooth(v, tile(1)%u)
    do i = 1, n
      w(i, 1:m, k) = (w(i-1, 0:m-1, k) + w(i+2, 3:m+2, k) + w(i, -1:m-2, k))/3
    end do
    if (mask(3)) call smooth(tile(2)%v, w(0:n+1, 0:m+1, 2))
    call smooth(tile(1)%u, tile(2)%v)
    call ring
    if (mask(4) .and. allocated(late)) then
      u(3:4, :) = late(3:4, :)
      deallocate (late)
    end if
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('w', transfer(w, bytes))
  call report('tile', transfer(tile, bytes))
  call report('seen', transfer(seen, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine ring
    !$mdmp halo columns(x, y) send(x, modulo(y, ranks)) recv(seen(mod(step, 4)), modulo(rank - 1, ranks))
    integer :: mine
    mine = 100*rank + step
    !$mdmp exchange columns(mine, rank + 1)
    !ref call ref_recv(seen(mod(step, 4)), modulo(rank - 1, ranks)); call ref_send(mine, modulo(rank + 1, ranks))
    !ref call ref_wait(seen)
  end subroutine ring
  !ref subroutine columns(a)
  !ref real(8), intent(inout) :: a(0:n+1, 0:m+1)
  !ref call ref_recv(a(1:n,0), west, 1); call ref_recv(a(1:n,m+1), east, 2)
  !ref call ref_send(a(1:n,m), east, 1); call ref_send(a(1:n,1), west, 2); call ref_wait(a)
  !ref end subroutine
  !ref subroutine around(a, d, at)
  !ref integer, intent(in) :: d, at
  !ref real(8), intent(inout) :: a(-1:n+2, -1:m+2)
  !ref call ref_recv(a(1:n, 1-d:0), west, at); call ref_recv(a(1:n, m+1:m+d), east, at+1)
  !ref call ref_send(a(1:n, m+1-d:m), east, at); call ref_send(a(1:n, 1:d), west, at+1); call ref_wait(a)
  !ref a(1-d:0, 1-d:m+d) = a(n+1-d:n, 1-d:m+d)
  !ref a(n+1:n+d, 1-d:m+d) = a(1:d, 1-d:m+d)
  !ref end subroutine
  !ref subroutine around1(a)
  !ref real(8), intent(inout) :: a(0:n+1, 0:m+1)
  !ref call columns(a)
  !ref a(0, 0:m+1) = a(n, 0:m+1)
  !ref a(n+1, 0:m+1) = a(1, 0:m+1)
  !ref end subroutine
end program halos
