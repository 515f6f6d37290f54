! Components of all elements of arrays that are allocated, pointers and components themselves: gfortran 12 moves the
! address that such an array has, for good, if a%v is handed over as it is. Whole and in part, received, sent, and kept.
program movedaddresses
  use mpi
  implicit none
  type pair
    real(4) :: v, w
    integer :: k
  end type
  type tree
    type(pair), allocatable :: x(:)
    type(pair), pointer :: p(:,:)
  end type
  type(pair), allocatable, target :: x(:), y(:)
  type(pair), pointer :: p(:)
  type(tree) :: g
  real(8) :: s
  integer :: ierr, np, me, west, east, i, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  allocate (x(24), y(24), p(24), g%x(24), g%p(4,6))
  do i = 1, 24
    x(i) = pair(i + me, 10*i, 100*i); y(i) = pair(1000+i, 1000+10*i + me, 1000+100*i)
    p(i) = pair(i, 7*i - me, i); g%x(i) = pair(i, 3*i + me, 2*i); g%p(1 + mod(i, 4),1 + mod(i, 6)) = pair(i, -i, i)
  end do
  g%p = pair(me, 2*me, 3)
  s = 0
  !$mdmp commregion
  do it = 1, 6
    !$mdmp recv(x(2:24)%w, west)
    !$mdmp send(y(1:23)%v, east)
    call change(y(2:21)%w)
    !$mdmp recv(x%w, east)
    !$mdmp send(p%v, west)
    !$mdmp recv(p%w, west) tag(1)
    !$mdmp send(g%x%w, east) tag(1)
    call change(x%v)
    s = s + x(24)%w + p(3)%w
    !$mdmp recv(g%p%v, west) tag(2)
    !$mdmp send(x%w, east) tag(2)
    !$mdmp recv(g%x(2:3)%v, west) tag(3)
    !$mdmp send(g%p(2:3,4)%w, east) tag(3)
    g%p%w = g%p%v*0.5 + it
    call change(p%v)
    s = s + g%x(3)%v
  end do
  !$mdmp end commregion
  print '(i0, *(1x, i0))', me, x%k, y%k, p%k, g%x%k, g%p%k
  print '(i0, 9(1x, z16.16))', me, s, sum([real(x%v, 8)]), sum([real(x%w, 8)]), sum([real(y%w, 8)]), &
    sum([real(p%v, 8)]), sum([real(p%w, 8)]), sum([real(g%x%v, 8)]), sum([real(g%p%v, 8)])
  deallocate (x, y, p, g%x, g%p)
  call MPI_Finalize(ierr)
contains
  subroutine change(a)
    real(4), intent(inout) :: a(:)
    integer :: k
    do k = 1, size(a)
      a(k) = 0.001_4*k + 0.41_4*a(k)
    end do
  end subroutine
end program
