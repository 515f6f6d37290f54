/* The pingpongs in calls of the API: blocks of elements are waited for, computed, and said to be complete. */
#include <mpi.h>

#include "mdmp.h"

/* A tag of its own: behind a receive that somebody else may still cancel the numbers of messages with that tag are not known. */
enum { TAG = 1 };

enum { BLOCK = 64 };

static void check(int error) {
  if (error != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_Aint bytes(int elements) { return (MPI_Aint)elements * (MPI_Aint)sizeof(double); }

static void receive(double *b, int sent, int peer, MDMP_Request *r) {
  check(MDMP_Delta_recv(b, sent, MPI_DOUBLE, peer, TAG, MPI_COMM_WORLD, r));
}

static void compute(double *a, const double *b, int from, int to, int delay) {
  for (int i = from; i < to; i++) {
    double x = b[i];
    for (int k = 0; k < delay; k++) x = x + 0.125;
    a[i] = x;
  }
}

/* waits: elements of b are on their way. */
static void elements(double *a, double *b, int n, int sent, int delay, int peer, int waits) {
  MDMP_Request s;
  check(MDMP_Delta_send_begin(a, sent, MPI_DOUBLE, peer, TAG, MPI_COMM_WORLD, &s));
  for (int i = 0; i < n; i += BLOCK) {
    int to = i + BLOCK < n ? i + BLOCK : n, goes = to < sent ? to : sent;
    if (waits && i < sent) check(MDMP_Delta_wait_data(b, bytes(i), bytes(goes - i)));
    compute(a, b, i, to, delay);
    if (i < sent) check(MDMP_Delta_send_data(s, bytes(i), bytes(goes - i)));
  }
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
}

void pong_api_pong(double *a, double *b, int n, int sent, int delay, int steps, int first, int peer) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  for (int step = 0; step < steps; step++) {
    if (!first) receive(b, sent, peer, &r);
    elements(a, b, n, sent, delay, peer, !first || step > 0);
    check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
    if (first) receive(b, sent, peer, &r);
  }
  check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
}
