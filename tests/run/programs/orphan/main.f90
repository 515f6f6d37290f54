! run: with exchange.f90 halo.f90
! The exchange sits in procedures of other files: an external one, one in a
! module, one that is called through an interface, one passed as an argument.
program orphan
  use mpi
  use support
  use halo
  !ref use ref
  implicit none
  interface
    subroutine shift(a, m, from, to)
      integer, intent(in) :: m, from, to
      real(8), intent(inout) :: a(m)
    end subroutine shift
  end interface
  external :: legacy
  integer :: rank, n, k, ierr
  real(8) :: u(0:11, 0:5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  call neighbours(rank, n)
  u = reshape([(rank + sqrt(real(k, 8)), k=1, 72)], [12, 6])
  !$mdmp commregion
  do k = 1, 4
    call update(u)
    u(1:10, 1:4) = 0.25d0*(u(0:9, 1:4) + u(2:11, 1:4) + u(1:10, 0:3) + u(1:10, 2:5))
    call shift(u(2, 2), 13, prev, next)       ! sequence association
    call shift(u(1:10:3, 3), 4, prev, next)   ! copied in and out
    call apply(legacy, u)
  end do
  !$mdmp end commregion
  call update(u(:, 1:))                       ! outside any region
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
contains
  subroutine apply(f, a)
    external :: f
    real(8), intent(inout) :: a(:, :)
    call f(a, size(a, 1), prev, next)
  end subroutine apply
end program orphan
