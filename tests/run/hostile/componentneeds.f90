! run: modes plain auto manage
! A managed procedure touches a component of all elements of an allocatable array: gfortran 12 moves the address of the array, for good, if that is
! handed over as x%w.
module m
  implicit none
  type pair
    real(4) :: v, w
    integer :: k
  end type
  type(pair), allocatable :: x(:)
  real(8) :: b(400), z(400,50)
contains
  subroutine swap(west, east)
    integer, intent(in) :: west, east
    !$mdmp recv(b, west)
    !$mdmp send(z(:,3), east)
  end subroutine
  subroutine step(it)
    integer, intent(in) :: it
    integer :: i, j
    do j = 1, 50
      do i = 1, 400
        z(i,j) = z(i,j)*0.5d0 + i*j + it
      end do
    end do
    x%w = x%w*0.5 + it
    b = b + 1
  end subroutine
end module
program need
  use mpi
  use m
  implicit none
  real(8) :: s
  integer :: ierr, np, me, west, east, i, j, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  allocate (x(24))
  do i = 1, 24
    x(i) = pair(i + me, 10*i, 100*i)
  end do
  z = 1
  s = 0
  !$mdmp commregion
  do it = 1, 6
    call swap(west, east)
    call step(it)
  end do
  !$mdmp end commregion
  print '(i0, *(1x, i0))', me, x%k
  print '(i0, 9(1x, z16.16))', me, s, sum(z), sum([real(x%v, 8)]), sum([real(x%w, 8)]), sum(b)
  deallocate (x)
  call MPI_Finalize(ierr)
end program
