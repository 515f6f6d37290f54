/* What programs share that try messages which pages speak for. Rank 0 sends to rank 1. */
#ifndef MDMP_TESTS_BYPAGES_H
#define MDMP_TESTS_BYPAGES_H

#include <mpi.h>
#include <string.h>

#include "check.h"
#include "mdmp_delta.h"

enum { PAGE = 4096, PAGES = 100, WORDS = PAGES * PAGE / 8, HALF = WORDS / 2, TAG = 5, ANSWER = 6, ROUNDS = 3 };

static int me;
static _Alignas(PAGE) double out[WORDS], in[WORDS], other[WORDS];

static inline double value(int round, int k) { return round * 1e6 + k; }

static inline void write_words(double *a, int round, int from, int to) {
  for (int k = from; k < to; k++) a[k] = value(round, k);
}

static inline void read_words(const double *a, int round, int from, int to) {
  for (int k = from; k < to; k++) CHECK(a[k] == value(round, k), "round %d word %d: %.0f", round, k, a[k]);
}

/* The receive is announced when this returns on the other side. */
static inline void receiving(double *a, int n, MDMP_Request *r) {
  if (me == 1) MDMP_Delta_recv_pages(a, n, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, r);
}

static inline void sending(const double *a, int n, MDMP_Request *s) {
  MDMP_Delta_send_begin(a, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, s);
  MDMP_Delta_send_pages(*s);
}

static inline void over(MDMP_Request *r, int n) {
  MPI_Status s;
  int count = -1;
  CHECK(MDMP_Delta_wait(r, &s) == MPI_SUCCESS, "wait");
  if (me != 1) return;
  MPI_Get_count(&s, MPI_DOUBLE, &count);
  CHECK(count == n && s.MPI_SOURCE == 0 && s.MPI_TAG == TAG, "%d words from %d, tag %d", count, s.MPI_SOURCE, s.MPI_TAG);
}

/* The receive is announced, and rank 0 sees it at once. */
static inline void announced(void) {
  int flag;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0)
    for (double began = MPI_Wtime(); MPI_Wtime() - began < 0.3;) MPI_Iprobe(1, ANSWER, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

#endif
