! A procedure receives into arrays of its own that others can point at (TARGET, a target dummy, EQUIVALENCE): they go
! when it returns, so nothing may be pending into them then, whatever its caller allows.
module ring
  use mpi
  implicit none
  integer, parameter :: n = 6, m = 7
  integer :: rank, west, east, total = 0
end module ring

subroutine lent(y)
  use ring
  implicit none
  real, target, intent(inout) :: y(0:,0:)
  y(1,1) = y(1,1) + 1
end subroutine lent

subroutine passed
  use ring
  implicit none
  interface
    subroutine lent(y)
      real, target, intent(inout) :: y(0:,0:)
    end subroutine lent
  end interface
  integer :: i, j
  real :: own(0:n+1,0:m+1)
  do j = 0, m + 1
    do i = 0, n + 1
      own(i,j) = mod(i*7 + j*13 + rank, 509)
    end do
  end do
  call lent(own)
  total = total + int(own(1,1))
  !$mdmp recv(own(1:n:2,0), west)
  !$mdmp recv(own(1:n:2,m+1), east)
  !$mdmp send(own(1:n:2,m), east)
  !$mdmp send(own(1:n:2,1), west)
end subroutine passed

subroutine target1
  use ring
  implicit none
  real, target :: own(0:n+1,0:m+1)
  own = 2 + rank
  total = total + int(own(1,1))
  !$mdmp recv(own(:,0), west)
  !$mdmp send(own(:,m), east)
end subroutine target1

subroutine target2
  use ring
  implicit none
  real, allocatable, target :: own(:,:)
  allocate (own(0:n+1,0:m+1))
  own = 3 + rank
  total = total + int(own(1,1))
  !$mdmp recv(own(:,0), west)
  !$mdmp send(own(:,m), east)
end subroutine target2

subroutine shared
  use ring
  implicit none
  real :: own(0:n+1,0:m+1), more(5)
  equivalence (own, more)
  own = 4 + rank
  total = total + int(more(2))
  !$mdmp recv(own(:,0), west)
  !$mdmp send(own(:,m), east)
end subroutine shared

! Its own array lies where those of the others have been.
subroutine after
  use ring
  implicit none
  integer :: k, ierr
  logical :: some
  integer :: own(4*n*m)
  own = [(k, k = 1, 4*n*m)]
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  do k = 1, 20
    call MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, some, MPI_STATUS_IGNORE, ierr)
  end do
  do k = 1, 4*n*m
    total = mod(3*total + own(k), 100003)
  end do
end subroutine after
