! What is computed outside of all loops: a statement behind an exchange, in a procedure that is
! expanded in place. The compiler chooses what it fuses by the calls around.
module fields
  implicit none
  complex(8), allocatable :: c(:,:)
contains
  subroutine work(me, np)
    use mpi
    integer, intent(in) :: me, np
    integer, parameter :: n = 130, m = 16
    integer :: t, i, j, west, east
    west = merge(me - 1, mpi_proc_null, me > 0)
    east = merge(me + 1, mpi_proc_null, me < np - 1)
    allocate (c(0:n+1, 0:m+1))
    do j = 0, m + 1
      do i = 0, n + 1
        c(i, j) = cmplx(sin(0.1d0*i + 0.07d0*j + me), cos(0.3d0*i - 0.02d0*j), 8)
      end do
    end do
    !$mdmp commregion
    do t = 1, 25
      call swap(c)
      do j = 1, m
        do i = 1, min(j, n)
          c(i, j) = cmplx(0.001d0*j, 0.01d0, 8) + (0.41d0, 0.1d0)*c(i, j-1) + (0.3d0, 0.1d0)*c(i, j+1)
        end do
      end do
    end do
    !$mdmp end commregion
  contains
    subroutine swap(x)
      complex(8), intent(inout) :: x(0:n+1, 0:m+1)
      !$mdmp recv(x(1:n, 0), west)
      !$mdmp recv(x(1:n, m+1), east)
      !$mdmp send(x(1:n, m), east)
      !$mdmp send(x(1:n, 1), west)
      x(n, m) = cmplx(0.001d0*t, 0.01d0, 8) + (0.41d0, 0.1d0)*x(n, m) + (0.3d0, 0.1d0)*x(1, 0)
    end subroutine
  end subroutine
end module

program besides
  use mpi
  use fields, only: work, c
  implicit none
  integer :: ierr, me, np, i, j
  integer(8) :: h
  complex(8) :: z
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  call work(me, np)
  h = 0
  do j = lbound(c, 2), ubound(c, 2)
    do i = lbound(c, 1), ubound(c, 1)
      z = c(i, j)
      h = ieor(ishftc(h, 7), transfer(real(z), h))
      h = ieor(ishftc(h, 7), transfer(aimag(z), h))
    end do
  end do
  print '(a, i0, 1x, z16.16)', 'rank ', me, h
  call mpi_finalize(ierr)
end program
