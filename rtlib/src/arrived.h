/* Which bytes of a message have come for good (FINAL pieces), in any order.
 * A few ranges, merged where they touch; what does not fit is forgotten, which
 * only means waiting longer. */
#ifndef MD_ARRIVED_H
#define MD_ARRIVED_H

#include <stdbool.h>
#include <stddef.h>

enum { MD_ARRIVED_RANGES = 16 };

struct md_arrived {
  unsigned n;
  struct {
    size_t lo, hi; /* bytes lo .. hi-1, ascending, not touching each other */
  } r[MD_ARRIVED_RANGES];
};

static inline void md_arrived_add(struct md_arrived *a, size_t lo, size_t hi) {
  unsigned i = 0, k;
  while (i < a->n && a->r[i].hi < lo) i++;
  for (k = i; k < a->n && a->r[k].lo <= hi; k++) { /* ranges that touch the new one are swallowed */
    if (a->r[k].lo < lo) lo = a->r[k].lo;
    if (a->r[k].hi > hi) hi = a->r[k].hi;
  }
  if (k == i) {
    if (a->n == MD_ARRIVED_RANGES) return;
    for (unsigned m = a->n++; m > i; m--) a->r[m] = a->r[m - 1];
  } else {
    for (unsigned m = k; m < a->n; m++) a->r[i + 1 + m - k] = a->r[m];
    a->n -= k - i - 1;
  }
  a->r[i].lo = lo;
  a->r[i].hi = hi;
}

static inline bool md_arrived_all(const struct md_arrived *a, size_t lo, size_t hi) {
  for (unsigned i = 0; i < a->n; i++)
    if (a->r[i].lo <= lo && hi <= a->r[i].hi) return true;
  return lo >= hi;
}

#endif
