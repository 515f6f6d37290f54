! run: flags -w
! Steps of sections whose sign no '-' says, and bounds that are left out: these are the lower and the upper bound of the
! array for negative steps, too, so such a section is mostly empty.
program stepsbyname
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12, back = -1, fore = 1
  real(8) :: u(n,0:m+1), v(n,m), w(n,m), z(n,0:2*m)
  real(8), allocatable :: s(:,:)
  character(:), allocatable :: c(:)
  integer :: me, np, ierr, it, west, east, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me-1, np); east = modulo(me+1, np)
  u = spread([(it*0.5d0 + me, it=0,m+1)], 1, n); v = 0; w = 0; z = 0
  allocate (character(3) :: c(5)); c = ['abc', 'def', 'ghi', 'jkl', 'mno']; c(me+1) = 'xyz'
  !$mdmp commregion
  do it = 1, 4
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(c(::back), west) tag(1)
    !$mdmp recv(c(::back), east) tag(1)
    !$mdmp send(c(4::-back), west) tag(2)
    !$mdmp recv(c(:2:-back), east) tag(2)
    k = 3 - 2*it
    call late
    v(:,::back) = u(:,::back) + it
    v(:,m::back) = u(:,m+1::back) + it
    v(:,:1:back) = u(:,:0:back) + it
    w(:,::-back) = 2*u(:,2:m+1)
    z(:,::(-2)) = u(:,2::(-2)) - 1
    z(:,2*m:0:(-2)) = u(:,1:) - 1
    z(:,m:2*fore:(back)) = z(:,m:2*fore:(back)) + u(:,:m-2)
    s = u(::k,2:m+1)
    s(:,2:) = s(:,2:) + u(::k,m+1:3:back)
    s = u(n:1:-abs(k),2:m+1:fore)
    u(:,1:m) = 0.25d0*(v + w)
    u(:,:m:fore) = u(:,:m:fore) + it
    print *, me, it, sum(u), sum(v), sum(w), sum(z(3,:)), shape(s), sum(s), c
  end do
  !$mdmp end commregion
  call MPI_Finalize(ierr)
contains
  subroutine late
    real(8) :: t0
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
  end subroutine
end program
