/* The chains in calls of the API: a block comes, another one is computed, that goes on. Before a column is computed its
 * bytes are waited for, behind it they are said to be complete; or nobody says anything: pages do, asked
 * for (PAGES) or not (SILENT, where what is received is waited for as a whole). Computation is that of chain_hand.f90, to the bit. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#include "mdmp.h"

/* A tag of its own: behind a receive that somebody else may still cancel the numbers of messages with that tag are not known. */
enum { TAG = 1, SILENT_TAG = 2 };

enum { ANNOTATED, PAGES, SILENT };

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

/* Messages whose columns are spoken for here, or by pages. A course that was spoken for once is never guessed. */
static int tag(int way) { return way == SILENT ? SILENT_TAG : TAG; }

static MDMP_Request sending(const double *b, int count, int to, int way) {
  MDMP_Request s;
  check(MDMP_Delta_send_begin(b, count, MPI_DOUBLE, to, tag(way), MPI_COMM_WORLD, &s));
  if (way == PAGES) check(MDMP_Delta_send_pages(s));
  return s;
}

static MDMP_Request receiving(double *a, int count, int from, int way) {
  MDMP_Request r;
  check(way == PAGES ? MDMP_Delta_recv_pages(a, count, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, &r)
                     : MDMP_Delta_recv(a, count, MPI_DOUBLE, from, tag(way), MPI_COMM_WORLD, &r));
  return r;
}

static void complete(MDMP_Request s, int m, int j, int way) {
  if (way == ANNOTATED) check(MDMP_Delta_send_data(s, bytes(j * m), bytes(m)));
}

static void needed(const double *a, int m, int j, int way) {
  if (way == ANNOTATED) check(MDMP_Delta_wait_data(a, bytes(j * m), bytes(m)));
}

/* Before any of it is read. */
static void arrive(MDMP_Request *r, int way) {
  if (way == SILENT) check(MDMP_Delta_wait(r, MPI_STATUS_IGNORE));
}

void chain_api_stage(int work, double *a, double *b, int m, int n, int effort, int prev, int next, int way) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request r = receiving(a, m * n, prev, way);
  arrive(&r, way);
  MDMP_Request s = sending(b, m * n, next, way);
  for (int j = 0; j < n; j++) {
    needed(a, m, j, way);
    produce(&w, a + j * m, b + j * m, j);
    complete(s, m, j, way);
  }
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
}

/* The block that goes must stay as it is until all of it has gone. By pages the receive stands where MPI_Recv could stand: if
 * all ranks began with it they could wait for each other. */
void chain_api_ring(int work, double *a, double *c, double *b, int m, int n, int effort, int prev, int next, int way) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request r = way == PAGES ? MDMP_REQUEST_NULL : receiving(a, m * n, prev, way), s = sending(b, m * n, next, way);
  for (int j = 0; j < n; j++) {
    produce(&w, c + j * m, b + j * m, j);
    complete(s, m, j, way);
  }
  check(MDMP_Delta_send_end(s));
  if (way == PAGES) r = receiving(a, m * n, prev, PAGES);
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  arrive(&r, way);
  for (int j = 0; j < n; j++) {
    needed(a, m, j, way);
    for (int i = j * m; i < (j + 1) * m; i++) b[i] = b[i] + a[i];
  }
  check(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE));
}

void chain_api_reduce(int work, double *a, double *c, double *b, int m, int n, int effort, int left, int right, int parent, int way) {
  struct job w = {(enum work)work, m, effort, 4711};
  MDMP_Request one = receiving(a, m * n, left, way), other = receiving(c, m * n, right, way);
  arrive(&one, way);
  arrive(&other, way);
  MDMP_Request s = sending(b, m * n, parent, way);
  for (int j = 0; j < n; j++) {
    needed(a, m, j, way);
    needed(c, m, j, way);
    combine(&w, a + j * m, c + j * m, b + j * m, j);
    complete(s, m, j, way);
  }
  check(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&one, MPI_STATUS_IGNORE));
  check(MDMP_Delta_wait(&other, MPI_STATUS_IGNORE));
}
