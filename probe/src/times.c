/* Times of two ranks, and how often and for which sizes they are taken. */
#include <stdlib.h>

#include "probe.h"

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double pb_median(double *v, int n) {
  qsort(v, (size_t)n, sizeof *v, ascending);
  return n % 2 == 1 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

double pb_longest(const struct pb_pair *p, double t) {
  double longest = t;
  PB_CHECK(MPI_Allreduce(&t, &longest, 1, MPI_DOUBLE, MPI_MAX, p->comm));
  return longest;
}

double pb_firsts(const struct pb_pair *p, double t) {
  PB_CHECK(MPI_Bcast(&t, 1, MPI_DOUBLE, 0, p->comm));
  return t;
}

void pb_goes_away(const struct pb_pair *p, int who) {
  if (p->me == who) PB_CHECK(MPI_Send(NULL, 0, MPI_BYTE, p->other, 7, p->comm));
  else PB_CHECK(MPI_Recv(NULL, 0, MPI_BYTE, p->other, 7, p->comm, MPI_STATUS_IGNORE));
}

int pb_rounds(const struct pb_pair *p, double each, int sizes) {
  const int least = 3;
  double rounds = p->budget / sizes / each;
  if (p->depth == PB_QUICK) return least;
  if (rounds < least) return 2 * rounds < least ? 0 : least;
  return rounds > PB_ROUNDS ? PB_ROUNDS : (int)rounds;
}

const size_t *pb_sizes(const struct pb_pair *p, int *n) {
  static const size_t quick[] = {4 << 10, 64 << 10, 256 << 10}, knob[] = {16 << 10, 64 << 10, 256 << 10, 1 << 20},
                      full[] = {4 << 10,   8 << 10,   16 << 10,  32 << 10, 64 << 10, 128 << 10,
                                256 << 10, 512 << 10, 1 << 20, 2 << 20,  4 << 20};
  switch (p->depth) {
  case PB_QUICK: *n = sizeof quick / sizeof *quick; return quick;
  case PB_KNOB: *n = sizeof knob / sizeof *knob; return knob;
  default: *n = sizeof full / sizeof *full; return full;
  }
}
