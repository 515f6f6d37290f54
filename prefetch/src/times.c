/* Times: see times.h. */
#include "times.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

uint64_t pf_times_typical(const struct pf_times *t) {
  uint64_t sorted[PF_SAMPLES], sum = 0;
  unsigned n = t->n < PF_SAMPLES ? t->n : PF_SAMPLES;
  if (n == 0) return 0;
  memcpy(sorted, t->last, n * sizeof sorted[0]);
  qsort(sorted, n, sizeof sorted[0], ascending);
  n -= n / 4;
  for (unsigned i = 0; i < n; i++) sum += sorted[i];
  return sum / n;
}
