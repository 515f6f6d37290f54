! run: with fields.f90 sweeps.f90 leaves.f90
! run: ranks 2 3
! Calls in a loop over planes that get the plane: procedures of other files that look
! after what is pending, and others that do not.
program wavefront
  use fields
  implicit none
  real(8) :: v(n,0:m+1,nz), d(n,m), a(4,4), x
  integer :: ierr, ranks, k, t, i
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = rank - 1
  east = rank + 1
  if (east == ranks) east = -1
  v = 1d0 + 0.1d0*rank
  w = 2d0 - 0.1d0*rank
  a = 1
  x = 0
  few = 0
  do k = 1, nz
    do i = 1, n
      v(i,:,k) = v(i,:,k) + 1d-2*i + 1d-3*k
    end do
  end do
  !$mdmp commregion
  do t = 1, 12
    do k = 2, nz - 1
      call count_planes(k)
      call lower(v, d, k)
    end do
    do k = 2, nz - 1
      call both(v, k)
      call kernel(a, 4)
      call edges(v, k)
    end do
    do k = 2, nz - 1
      call kernel(a, 4)
      call both(v, k)
      call unmanaged(v, k)
      call corner(v, k, x)
      call both_of_copy(v, k)
      call edges(v, k)
    end do
    do k = nz - 1, 2, -1
      call both_of_module(k)
      call of_module(k)
      call indirect(v, k)
    end do
    do k = 2, nz - 1
      call both(v, k)
      call both(v, k)
      call down(v, k, 2)
    end do
    do k = 2, nz - 1
      call both(v, k)
      if (mod(k, 3) == 0) x = x + v(2,m+1,k)
    end do
    do k = 2, nz - 1 ! what only receives, between two calls of what is at rest
      call to_east(v, k)
      call edges(v, k)
      call corner(v, k, x)
      call add_few
      call edges(v, k)
      call corner(v, k, x)
      call from_west(v, k)
      call corner(v, k, x)
      call to_east(v, k)
      call corner(v, k, x)
      call corner(v, k, x)
      call from_west(v, k)
      call edges(v, k)
      call relax(v, k)
      call relax(v, k)
      call to_east(v, k)
      call relax(v, k)
      call relax(v, k)
      call from_west(v, k)
      call relax(v, k)
    end do
    call kernel(v, 4)
  end do
  !$mdmp end commregion
  do i = 0, ranks - 1
    if (i == rank) print '(i3, i8, *(z17.16))', rank, calls, sum(v(:,0:m+1,2:nz-1)), sum(w(:,0:m+1,:)), sum(a), x, few, &
        v(1,2,3), v(n,0,4), v(3,1,5)
    call mpi_barrier(mpi_comm_world, ierr)
  end do
  call mpi_finalize(ierr)
end program
