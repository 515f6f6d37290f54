/* The last times that something took, for comparing it with something else. */
#ifndef PF_TIMES_H
#define PF_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { PF_SAMPLES = 8 };

struct pf_times {
  uint64_t last[PF_SAMPLES]; /* microseconds */
  unsigned n;                /* how many there were */
};

static inline void pf_times_add(struct pf_times *t, uint64_t micros) { t->last[t->n++ % PF_SAMPLES] = micros; }

/* The mean without the longest quarter: something else was there. 0: there are none. */
uint64_t pf_times_typical(const struct pf_times *t);

/* Whether the first is shorter by one part in a hundred. */
static inline bool pf_times_wins(uint64_t one, uint64_t other) { return one + other / 100 < other; }

#pragma GCC visibility pop
#endif
