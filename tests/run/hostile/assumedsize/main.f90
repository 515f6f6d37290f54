! run: with halo.f90 kernels.f90
! run: ranks 1 2 3
! Assumed-size arrays in all procedures: how far they go has to be concluded from what is written.
program assumedsize
  use mpi
  implicit none
  integer, parameter :: nx = 20, ny = 22, nz = 24
  real(8), allocatable :: u(:), v(:)
  integer :: ierr, rank, ranks, west, east, it, i, planes
  integer(8) :: h
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = merge(rank - 1, mpi_proc_null, rank > 0)
  east = merge(rank + 1, mpi_proc_null, rank < ranks - 1)
  do planes = nz, 0, -12
    allocate (u(2*nx*ny*planes), v(2*nx*ny*planes))
    do i = 1, size(u)
      u(i) = mod(mod(i, 1000)*7919 + rank*131, 1009)/997.0_8
    end do
    v = u
    !$mdmp commregion
    do it = 1, 12
      call exchange(u, nx, ny, planes, west, east)
      call relax(u, v, nx, ny, planes)
      call copy(u, v, nx, ny, planes)
    end do
    !$mdmp end commregion
    call tell('all')
    !$mdmp commregion
    do it = 1, 12
      call exchange(u, nx, ny, planes, west, east)
      call relax(u, v, nx, ny, planes)
      call partly(u, v, nx, ny, planes, it)
    end do
    !$mdmp end commregion
    call tell('partly')
    !$mdmp commregion
    do it = 1, 12
      call exchange(u, nx, ny, planes, west, east)
      call relax(u, v, nx, ny, planes)
      call triangle(u, v, nx, ny, planes)
    end do
    !$mdmp end commregion
    call tell('triangle')
    deallocate (u, v)
  end do
  call mpi_finalize(ierr)
contains
  subroutine tell(what)
    character(*), intent(in) :: what
    h = 17
    do i = 1, size(u)
      h = ieor(ishftc(h, 5), transfer(u(i), h))
    end do
    print '(a,2i4,i22)', what, planes, rank, h
  end subroutine tell
end program assumedsize
