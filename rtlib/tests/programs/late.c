/* MPI that answers late: now and then nothing has come and nothing is complete yet. So what travels on one communicator
 * overtakes what travels on another. */
#include <mpi.h>
#include <stdint.h>

static uint64_t state = 12345;

static int not_yet(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33 & 1;
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *s) {
  *flag = 0;
  return not_yet() ? MPI_SUCCESS : PMPI_Iprobe(from, tag, comm, flag, s);
}

int MPI_Test(MPI_Request *r, int *flag, MPI_Status *s) {
  *flag = 0;
  return not_yet() ? MPI_SUCCESS : PMPI_Test(r, flag, s);
}
