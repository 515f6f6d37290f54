! The ways to start MPI: -DHOW=1..5.
#define SRC 'init.F90'
#include "mdmp.inc"
program main
#if HOW == 2
  use mpi
#elif HOW == 3 || HOW == 4
  use mpi_f08
#endif
  use mdmp_rt
  implicit none
#if HOW == 1 || HOW == 5
  include 'mpif.h'
#endif
  integer :: me, np, got, ierr, provided
#if defined(BY_REGION) || defined(BY_INIT)
  integer(mdmp_handle), save :: r(4) = 0
#endif
#if HOW == 1
  call mpi_init(ierr)
#elif HOW == 2
  call mpi_init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
#elif HOW == 3
  call mpi_init()
#elif HOW == 4
  call mpi_init_thread(MPI_THREAD_FUNNELED, provided)
#elif HOW == 5
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
#endif
  call mpi_comm_rank(MPI_COMM_WORLD, me, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, np, ierr)
#ifdef BY_REGION
  call mdmp_region_begin(r, SRC//achar(0), __LINE__)
#endif
#ifdef BY_INIT
  call mdmp_init(SRC//achar(0), __LINE__)
#endif
  EXCHANGE
  RECV(got, modulo(me - 1, np), 0)
  SEND(me, modulo(me + 1, np), 0)
  DONE
#ifdef BY_REGION
  call mdmp_region_end(r)
#endif
  if (got /= modulo(me - 1, np)) error stop 'wrong'
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  if (me == 0) print '(a)', 'passed'
  call mpi_finalize(ierr)
end program
