/* What all files of the run time share: the process-wide state and the lock.
 *
 * The state is one struct. What is said here is set up once (init.c) and read
 * everywhere; what changes is the state of the layers (state.h).
 *
 * Who is inside. At MPI_THREAD_MULTIPLE several threads may be: the lock guards
 * lanes, pools and registries, is held for posting and dispatching, and never
 * while waiting. Below that level MPI obliges the program to have one thread at
 * a time in here. If all processes are below it there is overlap: messages may
 * go in pieces and receives stay pending, and then posting may have to wait, for
 * room with a receiver or for earlier receives (order.c). So with overlap posting
 * is done without the lock, which nobody needs, and whoever waits never holds it.
 *
 * MPI_THREAD_MULTIPLE alone makes nothing wrong: our messages travel on communicators
 * of our own, where no wildcard receive or probe of another thread meets them, and
 * threads that compute are there at any level: whatever they use to order what they
 * do with the thread of the region (a call, a construct, a message) completes what
 * is pending first. What it allows in addition is an exchange of another thread while
 * the one of the region has receives pending. In plain MPI that exchange needs nobody
 * else in this process; here it would wait for what it never asked for (order.c), and
 * the pending receive may itself be for an answer to it. So overlap is for one thread
 * at a time. At this level the program may be one that keeps to that, and then says so
 * (MDMP_THREADS=one): all is as at MPI_THREAD_SERIALIZED. Who breaks the promise is
 * told, and the program ends (home.c). */
#ifndef MDMP_RT_H
#define MDMP_RT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "invariant.h"
#include "mdmp.h"
#include "options.h"
#include "state.h"

#pragma GCC visibility push(hidden)

struct md_runtime {
  bool ready;    /* the world is duplicated, the program may exchange */
  bool multiple; /* several threads may be in here: the lock is needed */
  bool promised; /* MPI_THREAD_MULTIPLE, and only one thread at a time: MDMP_THREADS */
  bool overlap;  /* no process has several: messages may come in frames, receives stay pending */
  bool closed;   /* MPI_Finalize has begun */
  bool profile;  /* some process has MDMP_PROFILE */
  bool remembers; /* rank 0 has MDMP_TUNE_FILE, and is not told how to run */
  bool skips;    /* some process has MDMP_SKIP */
  int verify;    /* the most that a process has as MDMP_VERIFY */
  int fault;     /* MDMP_FAULT: fault.h */
  int rank;      /* in MPI_COMM_WORLD, -1 before MPI_Init */
  int64_t news;  /* the last value of mdmp_news in a region */
  struct md_comm *world;
  struct md_options opt;
  atomic_flag lock; /* over all that several threads may touch */
  struct md_policy policy;
  struct md_transport transport;
  struct md_messages messages;
  struct md_triggers triggers;
  struct md_entries entries;
};

extern struct md_runtime md_rt;

void md_lock_slow(void);
void md_unlock_slow(void);

/* The calling thread has taken the lock, or lets go of it; whether it has it. Known with MDMP_ASSERT alone. */
void md_lock_taken(bool taken);
bool md_locked(void);

static inline void md_lock(void) {
  md_assert(!md_locked());
  if (md_rt.multiple) md_lock_slow();
  md_for_assert(md_lock_taken(true));
}

static inline void md_unlock(void) {
  md_for_assert(md_lock_taken(false));
  if (md_rt.multiple) md_unlock_slow();
}

/* The same round posting: see above. */
static inline void md_lock_posting(void) {
  if (!md_rt.overlap) md_lock();
}

static inline void md_unlock_posting(void) {
  if (!md_rt.overlap) md_unlock();
}

/* No other thread is in what the lock guards. */
static inline bool md_alone(void) { return md_rt.overlap || md_locked(); }

/* Something has happened that places of the program which had nothing to do have to know: they ask again. Such
 * is what is under way from now on, and what lets them be asked for more. */
static inline void md_tell(void) {
  if (mdmp_news != 0) mdmp_news = ++md_rt.news;
}

/* Arguments that are only passed to be passed (mdmp.h). */
#define MD_UNUSED_EIGHT ((void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8)

#define md_likely(c) __builtin_expect(!!(c), 1)
#define md_unlikely(c) __builtin_expect(!!(c), 0)

#pragma GCC visibility pop
#endif
