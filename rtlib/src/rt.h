/* What all files of the run time share: the process-wide state and the lock.
 *
 * The state is one struct, set up once (init.c) and read everywhere. The lock
 * exists for MPI_THREAD_MULTIPLE alone: below that level MPI itself obliges
 * the program to have one thread at a time in here. It guards lanes, pools and
 * registries, is held for posting and dispatching, and never while waiting. */
#ifndef MDMP_RT_H
#define MDMP_RT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mdmp.h"
#include "options.h"

#pragma GCC visibility push(hidden)

struct md_comm;

struct md_runtime {
  bool ready;    /* the world is duplicated, the program may exchange */
  bool multiple; /* MPI_THREAD_MULTIPLE: the lock is needed */
  bool overlap;  /* no process has MPI_THREAD_MULTIPLE: messages may come in frames, receives stay pending */
  bool closed;   /* MPI_Finalize has begun */
  bool profile;  /* some process has MDMP_PROFILE */
  bool skips;    /* some process has MDMP_SKIP */
  int verify;    /* the most that a process has as MDMP_VERIFY */
  int fault;     /* MDMP_FAULT: fault.h */
  int rank;      /* in MPI_COMM_WORLD, -1 before MPI_Init */
  struct md_comm *world;
  struct md_options opt;
};

extern struct md_runtime md_rt;

void md_lock_slow(void);
void md_unlock_slow(void);

static inline void md_lock(void) {
  if (md_rt.multiple) md_lock_slow();
}

static inline void md_unlock(void) {
  if (md_rt.multiple) md_unlock_slow();
}

#define md_likely(c) __builtin_expect(!!(c), 1)
#define md_unlikely(c) __builtin_expect(!!(c), 0)

#pragma GCC visibility pop
#endif
