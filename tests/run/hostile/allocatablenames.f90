! run: flags -w
! Allocatable arrays called like the intrinsic procedures that generated code uses, whole, in part and by a count; some became
! allocated by the assignment of a transformational function.
program allocatablenames
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  real(8), allocatable :: lbound(:,:), size(:), allocated(:,:), int(:), merge(:,:)
  integer :: it, i, j, left, right, ierr, me, np
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(me-1, np); right = modulo(me+1, np)
  lbound = reshape([(i*0.5d0 + me, i = 1, n*m)], [n, m])
  size = pack([(i*0.25d0 + me, i = 1, n)], .true.)
  allocate(allocated(n,m), int(n), merge(n,-1:m))
  allocated = me; int = 0; merge = me
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(lbound(1,column(it)), n, left)
    !$mdmp send(lbound(1,m), n, right)
    !$mdmp recv(int, left) tag(1)
    !$mdmp send(size, right) tag(1)
    do j = 1, m
      do i = 1, n
        allocated(i,j) = lbound(i,j) + int(i)*0.5d0
      end do
    end do
    !$mdmp send(allocated, right)
    !$mdmp recv(merge(:,:m-2), left)
    !$mdmp send(merge(:,m), left) tag(2)
    !$mdmp recv(size(:), right) tag(2)
    !$mdmp recv(allocated(:,3:4), right) tag(3)
    !$mdmp send(allocated(:,1:2), left) tag(3)
    do j = 1, m
      do i = 1, n
        merge(i,j) = merge(i,j-1)*0.5d0 + allocated(i,j)
        lbound(i,j) = merge(i,j) - size(i)*0.25d0
      end do
    end do
  end do
  !$mdmp end commregion
  print '(i3,5(1x,z16.16))', me, sum(lbound), sum(size), sum(allocated), sum(int), sum(merge)
  call MPI_Finalize(ierr)
contains
  integer function column(k)
    integer, intent(in) :: k
    column = mod(k, 3) + 1
  end function
end program
