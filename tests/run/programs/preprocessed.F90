! run: flags -DHALO=1 -DNAME=u
! Preprocessor conditions and macros in and round directives, statements that are
! macros, a macro that spans the exchange.
#define PREV (modulo(rank - 1, n))
#define NEXT (modulo(rank + 1, n))
#define WIDTH 4
program preprocessed
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  real(8) :: NAME(1 - HALO:WIDTH + HALO, 3)
#ifdef NEVER
  this is not Fortran
#endif
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  u = reshape([(rank + k/3d0, k=1, 18)], [6, 3])
  !$mdmp commregion
  do k = 1, 4
#if HALO > 0
    !$mdmp recv(NAME(0, :), PREV)
#ifdef NEVER
    !$mdmp recv(nonsense, 0)
#endif
    !$mdmp recv(u(WIDTH + HALO, :), NEXT)
    !$mdmp send(u(WIDTH, :), NEXT)
    !$mdmp send(u(HALO, :), PREV)
#else
    u(0, :) = 0
#endif
    !ref call ref_recv(u(0, :), PREV); call ref_recv(u(WIDTH + HALO, :), NEXT)
    !ref call ref_send(u(WIDTH, :), NEXT); call ref_send(u(HALO, :), PREV); call ref_wait(u)
    u(1:WIDTH, :) = 0.5d0*(u(0:WIDTH - 1, :) + u(2:WIDTH + 1, :))
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  if (rank == 0) print '(a,i0)', 'line ', __LINE__
  call MPI_Finalize(ierr)
end program preprocessed
