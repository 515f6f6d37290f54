! run: with other.f90
! Procedures that are said to be harmless: they change what is neither sent nor
! received (bounds, ranks, what is printed), what is done to call them touches what
! they get, and others of the same name are not meant.
module looks
contains
  subroutine tick(k)
    use field
    integer, intent(inout) :: k
    k = k + int(1000*u(1,0)) + int(1000*u(1,m+1))
  end subroutine tick
end module looks

program saidharmless
  use mpi
  use field
  implicit none
  integer :: r, s, t, j, ierr, ticks
  real :: a, b, x
  real, external :: weight
  external :: tick, turn, widen, corner
  interface
    subroutine byvalue(x, sum)
      real, value :: x
      real, intent(inout) :: sum
    end subroutine byvalue
  end interface
  !$mdmp harmless(tick, turn, widen, corner, weight, byvalue)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, r, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, s, ierr)
  west = mod(r - 1 + s, s)
  east = mod(r + 1, s)
  ticks = 0
  a = 0
  b = 0
  do j = 0, m + 1
    u(:,j) = r + j
  end do
  !$mdmp commregion
  do t = 1, 12
    !$mdmp recv(u(:,0), west) tag(1)
    !$mdmp recv(u(first:,m+1), east) tag(2) if(first == 1)
    !$mdmp send(u(first:,1), west) tag(2) if(first == 1)
    !$mdmp send(u(:,m), east) tag(1)
    call tick(ticks)
    if (mod(t, 3) == 0) call tick(ticks)
    do j = 2, m - 1
      v(:,j) = 0.25*(u(:,j-1) + 2*u(:,j) + u(:,j+1)) + weight(j)
    end do
    select case (mod(t, 6))
    case (1)
      call corner(u(1:2, 0:m+1:m+1), a)           ! copied in and out
    case (2)
      call byvalue(u(1,0), a)                     ! the caller reads it
    case (3)
      a = a + weight(int(u(2,m+1)))               ! so it does here
    case (4)
      call inside
    case (5)
      call peek(x)                                ! not said of it
      a = a + x
    end select
    do j = 1, m
      v(:,j) = 0.25*(u(:,j-1) + 2*u(:,j) + u(:,j+1))
    end do
    do j = 1, m
      u(:,j) = v(:,j)
    end do
    call widen(t)
    call turn(west, east, t)
    b = b + a
  end do
  !$mdmp end commregion
  print *, r, ticks, a, b, sum(u(:,1:m)), sum(u)
  call MPI_Finalize(ierr)
contains
  subroutine inside
    use looks, only: tick
    call tick(ticks)                              ! another one
  end subroutine inside
end program saidharmless
