/* The thread that executes regions. */
#ifndef MDMP_HOME_H
#define MDMP_HOME_H

#include <stdbool.h>

#include "error.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* The calling thread executes regions from now on. */
void md_home(void);

/* Its address tells threads apart. */
extern _Thread_local char md_thread;

/* Of the OpenMP library, if the program has one. */
extern int omp_in_parallel(void) __attribute__((weak));

/* The calling thread is not the one that executes regions, or is one of several
 * of a team: managed procedures may be called by any of them. */
static inline bool md_elsewhere(void) {
  return md_rt.triggers.home.thread != &md_thread || (omp_in_parallel != NULL && omp_in_parallel() != 0);
}

/* With MDMP_THREADS=one: the calling thread begins to execute something at `at`, and is done. Another one must not
 * be at it, nor execute anything while the thread of the regions has receives pending. */
void md_only_enter(struct md_where at, bool pending);
void md_only_leave(void);

/* Nothing is pending or early, and nothing will be: that is for one thread at a
 * time. With several threads in MPI no thread does it, else the one that executes
 * regions, and what is pending there is complete before others may touch it. */
static inline bool md_asleep(void) { return !md_rt.overlap || !md_rt.ready || md_elsewhere(); }

/* The place of handle h has nothing to do until there is news. */
static inline void md_rest(int64_t *h) {
  atomic_store_explicit((_Atomic int64_t *)&h[1], mdmp_news, memory_order_relaxed);
}

/* md_asleep, and if that is so everywhere the place rests. */
static inline bool md_asleep_at(int64_t *h) {
  if (!md_asleep()) return false;
  if (mdmp_news == 0) md_rest(h);
  return true;
}

#pragma GCC visibility pop
#endif
