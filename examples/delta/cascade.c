/* A cascade: each rank makes a series from that of the rank before it, element by element. With MPI_Send and MPI_Recv one rank works at
 * a time. Here each says what is complete while it computes, and waits for what it needs: all work at once.
 *
 *   mpicc -O2 $(mdmpf90 -mdmp-cflags) cascade.c -o cascade $(mdmpf90 -mdmp-libs)
 *   mpiexec -n 4 ./cascade            or ./cascade 100000: elements of the series
 *   MDMP_PROFILE=1 mpiexec -n 4 ./cascade      what travelled before a message was complete
 *
 * What is printed does not depend on the number of ranks but for the number of steps: ranks are the steps. */
#include <mdmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEP = 1024, TAG = 1 };

int main(int argc, char **argv) {
  int rank, ranks, n = argc > 1 ? atoi(argv[1]) : 50000;
  MDMP_Request send = MDMP_REQUEST_NULL, recv = MDMP_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int first = rank == 0, last = rank == ranks - 1;
  double *in = calloc((size_t)n, sizeof *in), *out = calloc((size_t)n, sizeof *out);

  if (!first) MDMP_Delta_recv(in, n, MPI_DOUBLE, rank - 1, TAG, MPI_COMM_WORLD, &recv);
  if (!last) MDMP_Delta_send_begin(out, n, MPI_DOUBLE, rank + 1, TAG, MPI_COMM_WORLD, &send);
  double sum = 0;
  for (int i = 0; i < n; i += STEP) {
    int k = n - i < STEP ? n - i : STEP;
    if (!first) MDMP_Delta_wait_data(in, i * (MPI_Aint)sizeof *in, k * (MPI_Aint)sizeof *in);
    for (int j = i; j < i + k; j++) {
      sum += first ? j % 100 : in[j];
      out[j] = sum / (j + 1); /* the mean so far */
    }
    if (!last) MDMP_Delta_send_data(send, i * (MPI_Aint)sizeof *out, k * (MPI_Aint)sizeof *out);
  }
  MDMP_Delta_wait(&send, MPI_STATUS_IGNORE);
  MDMP_Delta_wait(&recv, MPI_STATUS_IGNORE);

  if (last) printf("steps %d, elements %d, last mean %.12f\n", ranks, n, out[n - 1]);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
