! What stands in a section that goes through a copy, or element by element, is evaluated once, before anything is received.
module m_oncemore
  implicit none
  integer :: calls(8) = 0
contains
  integer function tick(i, value)
    integer, intent(in) :: i, value
    calls(i) = calls(i) + 1
    tick = value
  end function
  integer function turn(n) ! another value each time
    integer, intent(in) :: n
    calls(8) = calls(8) + 1
    turn = modulo(calls(8), n) + 1
  end function
end module
program oncemore
  use mpi
  use m_oncemore
  implicit none
  type cell
    real(8) :: x, y
  end type
  type tile
    real(8), allocatable :: u(:)
  end type
  integer :: rank, nr, left, right, it, i, k, l, l1(2) = [3, 1], l2(3) = [2, 4, 1], ierr
  real(8) :: u(4,5,6), w(4,5), got(4)
  type(cell) :: z(5,4)
  type(tile) :: t(6)
  character(:), allocatable :: c(:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank - 1, nr); right = modulo(rank + 1, nr)
  u = rank + 1
  w = rank + 0.5d0
  z%x = rank + 2
  z%y = rank
  got = 0
  allocate (t(2)%u(3), t(5)%u(3))
  t(2)%u = rank + 7
  t(5)%u = -1
  allocate (character(3) :: c(6))
  c = [(repeat(achar(97 + i + rank), 3), i = 1, 6)]
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(w(1:2,1:3), right) tag(1)
    !$mdmp recv(u(l1,l2,turn(6)), left) tag(1)
    ! a scalar before a list
    !$mdmp send(w(1:3,2), right) tag(2)
    !$mdmp recv(w(tick(1, 4),l2), left) tag(2)
    w(1,1) = w(1,1) + u(3,2,1) + it
    ! two lists and a range
    !$mdmp send(u(1,1:2,1:3), right) tag(3)
    !$mdmp recv(u(l1(2:1:-1),l1(1:1),tick(2, 3):tick(3, 5)), left) tag(3) if(it > 0)
    ! what a section is received into comes with the same exchange
    k = 2
    l = modulo(it + rank, 5) + 1
    !$mdmp send(l, right) tag(4)
    !$mdmp recv(k, left) tag(4)
    !$mdmp send(w(2,1:2), right) tag(5)
    !$mdmp recv(u(l1(:1),l1,k), left) tag(5)
    u(1,1,1) = u(1,1,1) + k
    ! ... of a component that is not allocated everywhere
    k = 2
    l = merge(5, 3, it > 3)
    !$mdmp send(l, right) tag(6)
    !$mdmp recv(k, left) tag(6)
    !$mdmp send(w(1:3,4), right) tag(7)
    !$mdmp recv(t(k)%u, left) tag(7)
    ! a component of elements by a list, under a condition
    !$mdmp send(z(l2,tick(4, 2))%x, right) tag(8) if(it > 1)
    !$mdmp recv(got(1:3), left) tag(8) if(it > 1)
    w(1:3,5) = w(1:3,5) + got(1:3) + t(2)%u
    ! characters of deferred length
    !$mdmp send(c(tick(5, 1):tick(6, 3)), right) tag(9)
    !$mdmp recv(c(4:6)(tick(7, 1):), left) tag(9)
    c(1) = c(4)
    w = 0.5d0*w
  end do
  !$mdmp end commregion
  print '(a,i0,5(1x,es23.15))', 'rank ', rank, sum(u), sum(w), sum(z%x), sum(got), sum(t(2)%u)
  print '(a,i0,8(1x,i0),6(1x,a))', 'calls ', rank, calls, c
  print '(a,i0,6(1x,es23.15))', 'planes ', rank, (sum(u(:,:,i)), i = 1, 6)
  call MPI_Finalize(ierr)
end program
