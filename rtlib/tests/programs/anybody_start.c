/* MPI begins in C: its constants for Fortran may not be known before Fortran calls it. */
#include <mpi.h>
#include <stddef.h>

int anybody_start(void);

int anybody_start(void) {
  int me = -1;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  return me;
}
