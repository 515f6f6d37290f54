! Constants that are values of CASE, two names of one object, components in a logical IF.
module fields
  implicit none
  integer, parameter :: n = 40, m = 30
  type state
    real(8) :: x(n,0:m+1) = 0, y(n,0:m+1) = 0
    integer :: nx = n
  end type
  type(state) :: f
end module

program names
  use mpi
  use fields, only: f, g => f, n, m
  implicit none
  integer, parameter :: steps = 4, red = merge(3, 4, .true.), green = maxval([1, 2])
  logical, parameter :: yes = .true.
  real(8) :: z(n,m)
  integer :: it, i, j, rank, ranks, left, right, ierr, colour(n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = mod(rank - 1 + ranks, ranks)
  right = mod(rank + 1, ranks)
  do j = 0, m + 1
    do i = 1, n
      f%x(i,j) = sin(real(i*j + rank, 8))
    end do
  end do
  colour = [(mod(i, 5), i = 1, n)]
  z = 0
!$mdmp commregion
  do it = 1, steps
!$mdmp send(f%x(:,1), left)
!$mdmp recv(f%x(:,m+1), right)
!$mdmp send(f%x(:,m), right)
!$mdmp recv(f%x(:,0), left)
    do j = 1, m
      do i = 1, n
        select case (colour(i))
        case (red)
          z(i,j) = f%x(i,j) + 0.3d0*sin(f%x(i,j-1))
        case (green)
          z(i,j) = f%x(i,j) + 0.2d0*sin(f%x(i,j+1))
        case default
          z(i,j) = exp(-f%x(i,j)**2)
        end select
      end do
    end do
    do j = 1, m
      do i = 1, n
        select case (colour(i) > 1)
        case (yes)
          f%y(i,j) = f%x(i,j) + 0.3d0*sin(f%x(i,j-1) + f%x(i,j+1))
        case default
          f%y(i,j) = z(i,j) + 0.3d0*exp(-f%x(i,j-1)**2)
        end select
      end do
    end do
    do j = 1, m
      do i = 2, f%nx
        f%y(i,j) = 0.5d0*g%y(i-1,j) + 0.3d0*exp(-f%x(i,j+1)**2)
      end do
    end do
    do j = 1, m
      do i = 1, f%nx
        if (f%y(i,j) > 0.2d0) f%x(i,j) = 0.5d0*f%x(i,j) + 0.1d0*exp(-f%y(i,j))
      end do
    end do
  end do
!$mdmp end commregion
  print '(i3, 3es25.16)', rank, sum(f%x), sum(f%y), sum(z)
  call MPI_Finalize(ierr)
end program
