! What an object inherits is changed by the name of its parent: subscripts of sections, of which a part is read that was received.
module m_parents
  implicit none
  type base
    integer :: k
  end type
  type, extends(base) :: child
    real(8) :: y
  end type
contains
  subroutine bump(b, by)
    type(base), intent(inout) :: b
    integer, intent(in) :: by
    b%k = b%k + by
  end subroutine
end module

program parentcomponents
  use mpi
  use m_parents
  implicit none
  integer, parameter :: n = 40000, m = 6
  type(child) :: c
  integer :: it, rank, ierr, other, i, j
  real(8) :: u(n,0:m+1), v(n), total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  u = rank
  v = rank
  total = 0
  c%k = 1
  !$mdmp commregion
  do it = 1, 30
    !$mdmp recv(u(:,c%k), other)
    !$mdmp send(v, other)
    call bump(c%base, 1)
    do j = 1, 3
      do i = 1, n
        v(i) = v(i)*0.5d0 + i
      end do
    end do
    total = total + u(n,c%k-1)
    call bump(c%base, -1)
    do i = 1, n
      v(i) = v(i)*0.5d0 + u(i,1) + it
    end do
  end do
  !$mdmp end commregion
  print '(a,i2,1x,z16.16)', 'parents', rank, total
  call MPI_Finalize(ierr)
end program
