/* run: with work.f90
   The main program is in C: MPI is begun and ended there. */
#include <mpi.h>

void work_(void);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  work_();
  MPI_Finalize();
  return 0;
}
