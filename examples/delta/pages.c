/* The same cascade as cascade.c, where nobody says what is complete or needed: pages of memory do. What this rank writes is sent when it
 * has gone on, and where it reads what has not come it waits. The calls stand where MPI_Recv and MPI_Send would, and the loop is that of MPI.
 *
 *   mpicc -O2 $(mdmpf90 -mdmp-cflags) pages.c -o pages $(mdmpf90 -mdmp-libs)
 *   mpiexec -n 4 ./pages            or ./pages 100000: elements of the series
 *   MDMP_PROFILE=1 mpiexec -n 4 ./pages      how often pages spoke, and why not
 *
 * Buffers begin and end with a page, so that nothing else lies there. */
#include <mdmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 1 };

/* Whole pages: the message is as long as they are, and the elements behind the n-th are 0. */
static double *series(int n, int *whole) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = ((size_t)n * sizeof(double) + page - 1) / page * page;
  void *a = NULL;
  if (posix_memalign(&a, page, bytes) != 0) exit(1);
  memset(a, 0, bytes);
  *whole = (int)(bytes / sizeof(double));
  return a;
}

int main(int argc, char **argv) {
  int rank, ranks, whole, n = argc > 1 ? atoi(argv[1]) : 50000;
  MDMP_Request send = MDMP_REQUEST_NULL, recv = MDMP_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int first = rank == 0, last = rank == ranks - 1;
  double *in = series(n, &whole), *out = series(n, &whole);

  if (!first) MDMP_Delta_recv_pages(in, whole, MPI_DOUBLE, rank - 1, TAG, MPI_COMM_WORLD, &recv);
  if (!last) {
    MDMP_Delta_send_begin(out, whole, MPI_DOUBLE, rank + 1, TAG, MPI_COMM_WORLD, &send);
    MDMP_Delta_send_pages(send);
  }
  double sum = 0;
  for (int j = 0; j < n; j++) {
    sum += first ? j % 100 : in[j];
    out[j] = sum / (j + 1); /* the mean so far */
  }
  MDMP_Delta_wait(&send, MPI_STATUS_IGNORE);
  MDMP_Delta_wait(&recv, MPI_STATUS_IGNORE);

  if (last) printf("steps %d, elements %d, last mean %.12f\n", ranks, n, out[n - 1]);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
