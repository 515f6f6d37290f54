! One file twice, with different macros, in the same procedure and region; it has an INCLUDE line itself, which no macro changes.
program p
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 8
  integer :: me, np, west, east, ierr, it, i, j
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), w(n, 0:m+1), t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; v = 0; w = 0
  !$mdmp commregion
  do it = 1, 16
    t0 = MPI_Wtime()
    do while (modulo(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
#define FIELD u
#define OTHER v
#define SIDE -1
#include "update.inc"
#undef FIELD
#undef OTHER
#undef SIDE
#define FIELD v
#define OTHER u
#define SIDE +1
#include "update.inc"
  end do
  !$mdmp end commregion
  print '(i0, 3(1x, z16.16))', me, sum(u), sum(v), sum(w)
  call MPI_Finalize(ierr)
end program
