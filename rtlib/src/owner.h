/* The thread that executes regions. */
#ifndef MDMP_OWNER_H
#define MDMP_OWNER_H

#include <stdbool.h>

#include "error.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* The calling thread executes regions from now on. */
void md_owner_set(void);

static inline bool md_is_owner(void) {
  return atomic_load_explicit(&md_rt.triggers.owner.thread, memory_order_relaxed) == &md_thread;
}

/* Of the OpenMP library, if the program has one. That is a shared one: a hidden name would never be found there. */
extern int omp_in_parallel(void) __attribute__((weak, visibility("default")));

/* The calling thread is not the one that executes regions, or is one of several
 * of a team: managed procedures may be called by any of them. */
static inline bool md_elsewhere(void) {
  return !md_is_owner() || (omp_in_parallel != NULL && omp_in_parallel() != 0);
}

/* With MDMP_THREADS=one: the calling thread begins to execute something at `at`, and is done. Another one must not
 * be at it, nor execute anything while the thread of the regions has receives pending. */
void md_only_enter(struct md_where at, bool pending);
void md_only_leave(void);

/* The calling thread is inside and begins to execute something at `at`. If another one waits inside, or is the one that
 * executes regions and ahead of itself, there are several threads at once: all go plain from now on. */
void md_meet(struct md_where at, bool ahead);

/* Completes what was left pending when there were several threads at once. */
void md_lie_down(void);

/* Nothing is pending or early, and nothing will be: that is for one thread at a
 * time. With several threads at once no thread does it, else the one that executes
 * regions, and what is pending there is complete before others may touch it. */
static inline bool md_asleep(void) {
  if (!md_rt.overlap || !md_rt.ready || md_elsewhere()) return true;
  if (md_likely(!md_several())) return false;
  md_lie_down();
  return true;
}

/* The place of handle h has nothing to do until there is news. */
static inline void md_rest(int64_t *h) {
  atomic_store_explicit((_Atomic int64_t *)&h[1], md_news(), memory_order_relaxed);
}

/* It still has nothing to do, since there was none. */
static inline bool md_rests(int64_t *h) {
  return *h != 0 && atomic_load_explicit((_Atomic int64_t *)&h[1], memory_order_relaxed) == md_news();
}

/* md_asleep, and if that is so everywhere the place rests. */
static inline bool md_asleep_at(int64_t *h) {
  if (!md_asleep()) return false;
  if (md_news() == 0) md_rest(h);
  return true;
}

#pragma GCC visibility pop
#endif
