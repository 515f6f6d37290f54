! A region names a communicator under a condition that holds on some ranks only: naming is collective, so such a region names
! none. The ring in it goes over all ranks.
! run: ranks 1 2 3 4
! run: env MDMP_TUNE=0
program regionif
  use mpi
  implicit none
  integer, parameter :: n = 2000, steps = 8
  real(8) :: u(0:n+1), v(n)
  integer :: rank, nranks, t, i, west, east, dup, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, dup, ierr)
  west = mod(rank + nranks - 1, nranks)
  east = mod(rank + 1, nranks)
  u = rank; v = 0
  do t = 1, steps
    call step()
  end do
  print '(i0,1x,es24.16,1x,es24.16)', rank, sum(u), sum(v)
  call MPI_Comm_free(dup, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine step()
    !$mdmp commregion comm(dup) if(mod(rank + t, 2) == 0)
    do i = 1, n
      u(i) = 0.5d0*u(i) + i + t
    end do
    !$mdmp recv(u(0), west) tag(1)
    !$mdmp recv(u(n+1), east) tag(2)
    !$mdmp send(u(n), east) tag(1)
    !$mdmp send(u(1), west) tag(2)
    do i = 1, n
      v(i) = v(i) + u(i-1) - 0.25d0*u(i+1)
    end do
    !$mdmp end commregion
  end subroutine
end program
