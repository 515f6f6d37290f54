/* Time. */
#ifndef PF_CLOCK_H
#define PF_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t pf_clock(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* Microseconds from somewhen on. */
static inline uint64_t pf_now(void) { return pf_clock(CLOCK_MONOTONIC); }
/* Those that this thread has had a processor for. */
static inline uint64_t pf_worked(void) { return pf_clock(CLOCK_THREAD_CPUTIME_ID); }

#endif
