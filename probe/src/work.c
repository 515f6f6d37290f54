/* Work: a chain of operations each of which waits for the one before. No compiler and no processor can shorten it, and it
 * leaves memory alone: what slows it down is that somebody else takes the processor, be it MPI or the system. */
#include "probe.h"

void pb_work(long units) {
  enum { STEPS = 64 };
  double x = 1;
  for (long u = 0; u < units; u++)
    for (int i = 0; i < STEPS; i++) x = 0.5 * x + 1;
  volatile double sink = x;
  (void)sink;
}

double pb_unit(void) {
  enum { UNITS = 200, TIMES = 200 };
  double least = 1;
  for (int i = 0; i < TIMES; i++) {
    double t = MPI_Wtime();
    pb_work(UNITS);
    t = MPI_Wtime() - t;
    if (t > 0 && t < least) least = t;
  }
  return least / UNITS;
}

long pb_units(const struct pb_pair *p, double seconds) {
  double units = seconds / p->unit;
  return units < 1 ? 1 : (long)units;
}

double pb_crowded(const struct pb_pair *p) {
  const double length = 0.02;
  double ratio[3];
  for (int i = 0; i < 3; i++) {
    PB_CHECK(MPI_Barrier(p->comm));
    double t = MPI_Wtime();
    pb_work(pb_units(p, length));
    ratio[i] = pb_longest(p, (MPI_Wtime() - t) / length);
  }
  return pb_median(ratio, 3);
}
