/* The chains in calls of the API: a block comes, another one is computed, that goes on. Before a column is computed its
 * bytes are waited for, behind it they are said to be complete; or (pages) nobody says anything, and pages do. Computation is that of chain_hand.f90, to the bit. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#include "mdmp.h"

/* A tag of its own: behind a receive that somebody else may still cancel the numbers of messages with that tag are not known. */
enum { TAG = 1 };

enum work { EMPTY, RANDOM, TRIG, LABOUR };

struct job {
  enum work work;
  int m, effort;
  int64_t seed;
};

static void check(int error) {
  if (error != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
}

static double drawn(struct job *w) {
  for (int k = 0; k < w->effort; k++) w->seed = 16807 * w->seed % 2147483647;
  return (double)w->seed / 2147483647;
}

static double turned(double x, int effort) {
  for (int k = 0; k < effort; k++) x = sin(x) + cos(x);
  return x;
}

static void produce(struct job *w, const double *a, double *b, int j) {
  double one = w->work == LABOUR ? jn(w->effort, j + 1) : 1;
  for (int i = 0; i < w->m; i++)
    switch (w->work) {
      case RANDOM: b[i] = 0.5 * a[i] + drawn(w); break;
      case TRIG: b[i] = turned(a[i], w->effort); break;
      default: b[i] = 0.5 * a[i] + one;
    }
}

static void combine(struct job *w, const double *a, const double *c, double *b, int j) {
  double one = w->work == LABOUR ? jn(w->effort, j + 1) : 0;
  for (int i = 0; i < w->m; i++)
    switch (w->work) {
      case EMPTY: b[i] = (b[i] + a[i]) + c[i]; break;
      case RANDOM: b[i] = (b[i] + a[i]) + (c[i] + drawn(w)); break;
      case TRIG: b[i] = (turned(b[i], w->effort) + a[i]) + c[i]; break;
      default: b[i] = (b[i] + a[i]) + (c[i] + one);
    }
}

static MPI_Aint bytes(int elements) { return (MPI_Aint)elements * (MPI_Aint)sizeof(double); }

/* Messages whose columns are spoken for here, or by pages. */
static MDMP_Request sending(const double *b, int count, int to, int pages) {
  MDMP_Request s;
  check(MDMP_Delta_send_begin(b, count, MPI_DOUBLE, to, TAG, MPI_COMM_WORLD, &s));
  if (pages) check(MDMP_Delta_send_pages(s));
  return s;
}

static MDMP_Request receiving(double *a, int count, int from, int pages) {
  MDMP_Request r;
  check(pages ? MDMP_Delta_recv_pages(a, count, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, &r)
              : MDMP_Delta_recv(a, count, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, &r));
  return r;
}

static void complete(MDMP_Request s, int m, int j, int pages) {
  if (!pages) check(MDMP_Delta_send_data(s, bytes(j * m), bytes(m)));
}

static void needed(const double *a, int m, int j, int pages) {
  if (!pages) check(MDMP_Delta_wait_data(a, bytes(j * m), bytes(m)));
}

void chain_api_stage(int work, double *a, double *b, int m, int n, int effort, int prev, int next, int pages) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request r = receiving(a, m * n, prev, pages), s = sending(b, m * n, next, pages);
  for (int j = 0; j < n; j++) {
    needed(a, m, j, pages);
    produce(&w, a + j * m, b + j * m, j);
    complete(s, m, j, pages);
  }
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
}

/* The block that goes must stay as it is until all of it has gone. By pages the receive stands where MPI_Recv could stand: if
 * all ranks began with it they could wait for each other. */
void chain_api_ring(int work, double *a, double *c, double *b, int m, int n, int effort, int prev, int next, int pages) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request r = pages ? MDMP_REQUEST_NULL : receiving(a, m * n, prev, 0), s = sending(b, m * n, next, pages);
  for (int j = 0; j < n; j++) {
    produce(&w, c + j * m, b + j * m, j);
    complete(s, m, j, pages);
  }
  check(MDMP_Delta_send_end(s));
  if (pages) r = receiving(a, m * n, prev, 1);
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  for (int j = 0; j < n; j++) {
    needed(a, m, j, pages);
    for (int i = j * m; i < (j + 1) * m; i++) b[i] = b[i] + a[i];
  }
  check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
}

void chain_api_reduce(int work, double *a, double *c, double *b, int m, int n, int effort, int left, int right, int parent, int pages) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request one = receiving(a, m * n, left, pages), other = receiving(c, m * n, right, pages), s = sending(b, m * n, parent, pages);
  for (int j = 0; j < n; j++) {
    needed(a, m, j, pages);
    needed(c, m, j, pages);
    combine(&w, a + j * m, c + j * m, b + j * m, j);
    complete(s, m, j, pages);
  }
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&one, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&other, MPI_STATUS_IGNORE));
}
