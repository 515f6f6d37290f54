/* What all files of the run time share: the process-wide state and the lock.
 *
 * The state is one struct. What is said here is set up once (init.c) and read
 * everywhere; what changes is the state of the layers (state.h).
 *
 * Who is inside. Overlap is for one thread at a time: frames, pending receives and all that
 * is remembered for them know one thread that goes ahead of itself. Below
 * MPI_THREAD_MULTIPLE the program has one thread in here at a time, and nothing is
 * locked. MPI_THREAD_MULTIPLE alone makes nothing wrong: our messages travel on communicators
 * of our own, where no wildcard receive or probe of another thread meets them, and
 * threads that compute are there at any level: whatever they use to order what they
 * do with the thread of the region (a call, a construct, a message) completes what
 * is pending first. What it allows in addition is an exchange of another thread while
 * the one of the region has receives pending. In plain MPI that exchange needs nobody
 * else in this process, and the pending receive may itself be for an answer to it.
 *
 * So there is a gate. Whoever comes in takes it, and has all of the state to himself;
 * whoever waits lets others in between two looks. Who comes in while another waits, or
 * has receives pending, has shown that there are several threads at once: they go plain from then
 * on (owner.h), and what is under way is completed by all that wait. An exchange of a thread that
 * is not the one of the regions stands apart: it waits for nothing but its own messages, and nothing
 * waits for it. FINAL pieces cannot be taken back when such an exchange takes their place
 * on the lane, so at this level there are none.
 *
 * The program may promise that one thread at a time executes directives (MDMP_THREADS=one):
 * all is as at MPI_THREAD_SERIALIZED. Who breaks the promise is told, and the program ends. With
 * MDMP_THREADS=many on any process all is plain: the lock guards lanes, pools and registries alone, for
 * posting and dispatching, and is never held while waiting. */
#ifndef MDMP_RT_H
#define MDMP_RT_H

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "invariant.h"
#include "mdmp.h"
#include "options.h"
#include "pages.h"
#include "state.h"

#pragma GCC visibility push(hidden)

#define md_likely(c) __builtin_expect(!!(c), 1)
#define md_unlikely(c) __builtin_expect(!!(c), 0)

/* First come, first served. */
struct md_gate {
  atomic_uint next, served; /* tickets */
  int waiting;              /* threads that let others in while they wait */
  atomic_uint asleep;       /* threads whose turn did not come soon */
  pthread_mutex_t bed;
  pthread_cond_t turn;
};

struct md_runtime {
  bool ready;    /* the world is duplicated, the program may exchange */
  bool multiple; /* several threads may be in here: the lock is needed */
  bool promised; /* MPI_THREAD_MULTIPLE, and only one thread at a time: MDMP_THREADS */
  bool overlap;  /* messages may come in frames, receives stay pending: no process has MDMP_THREADS=many */
  bool gated;    /* several may come, one at a time is inside */
  atomic_bool several; /* two were at once: this process begins nothing early and leaves nothing pending */
  bool closed;   /* MPI_Finalize has begun */
  atomic_bool stalled; /* it was said once that a wait lasts (patience.h) */
  bool profile;  /* some process has MDMP_PROFILE */
  bool remembers; /* rank 0 has MDMP_TUNE_FILE, and is not told how to run */
  bool probed;   /* rank 0 has MDMP_PROBE_FILE */
  bool skips;    /* some process has MDMP_SKIP */
  int verify;    /* the most that a process has as MDMP_VERIFY */
  int fault;     /* MDMP_FAULT: fault.h */
  int rank;      /* in MPI_COMM_WORLD, -1 before MPI_Init */
  int64_t news;  /* the last value of mdmp_news in a region */
  void (*settle)(void); /* completes receives whose buffer is closed (bypages.h); NULL: none is */
  struct md_comm *world;
  struct md_options opt;
  struct md_gate gate; /* over all that several threads may touch */
  struct md_policy policy;
  struct md_transport transport;
  struct md_messages messages;
  struct md_triggers triggers;
  struct md_deltas deltas;
  struct md_entries entries;
};

extern struct md_runtime md_rt;

void md_lock_slow(void);
void md_unlock_slow(void);

/* Its address tells threads apart. */
extern _Thread_local char md_thread;

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

/* Comes in, for as long as the block lasts in which this stands; one who is inside may come in again. What is closed may be used
 * inside, so it is complete before. */
static inline bool md_gate_enter(void) {
  if (md_unlikely(md_rt.settle != NULL) && md_pages_busy == 0) md_rt.settle();
  md_pages_enter();
  if (md_unlikely(md_rt.gated)) md_lock_slow();
  return md_rt.gated;
}

static inline void md_gate_leave(const bool *gated) {
  if (md_unlikely(*gated)) md_unlock_slow();
  md_pages_leave(NULL);
}

#define MD_INSIDE __attribute__((cleanup(md_gate_leave))) const bool md_inside = md_gate_enter()

/* Whether others want to come in, while this thread is inside. */
bool md_gate_wanted(void);

/* Between two looks: lets those in who want to. */
void md_gate_pass_slow(void);

static inline void md_gate_pass(void) {
  if (md_unlikely(md_rt.gated)) md_gate_pass_slow();
}

static inline bool md_several(void) { return atomic_load_explicit(&md_rt.several, memory_order_relaxed); }

/* What is to come may be early, or pending. */
static inline bool md_overlaps(void) { return md_rt.overlap && !md_several(); }

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
static inline int64_t md_news(void) {
  return atomic_load_explicit((_Atomic int64_t *)&mdmp_news, memory_order_relaxed);
}

static inline void md_set_news(int64_t news) {
  atomic_store_explicit((_Atomic int64_t *)&mdmp_news, news, memory_order_relaxed);
}

static inline void md_tell(void) {
  if (md_news() != 0) md_set_news(++md_rt.news);
}

/* Arguments that are only passed to be passed (mdmp.h). */
#define MD_UNUSED_EIGHT ((void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8)

#pragma GCC visibility pop
#endif
