/* When collective calls are made of the library's own messages, and when they are MPI's.
 *
 * All ranks of the communicator must decide alike, or they wait for ever. So what decides is what all know: which calls of a
 * kind and size there were on it (collective calls come in one order on all), and now and then sums over all ranks, which a
 * nonblocking call forms from one of these calls to the next: nobody waits for others whom MPI's own call would not wait for.
 *
 * Prefetching is tried for some calls, then MPI's own calls are timed. What counts is the time from one call to the next:
 * all that there is to win shows there, wherever it is won. If it does not win it rests, ever longer. */
#ifndef PF_PLAN_H
#define PF_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "real.h"

#pragma GCC visibility push(hidden)

enum { PF_SAMPLES = 8 };

struct pf_plan {
  int kind;
  size_t bytes; /* of a piece; 0: they are not known to all */
  enum { PF_TRY, PF_OWN, PF_SUM, PF_KEEP, PF_REST } phase;
  unsigned left;   /* calls in this phase */
  unsigned losses; /* one behind the other */
  unsigned calls;
  bool ours;       /* the last call was */
  uint64_t at;     /* when it began */
  uint64_t times[2][PF_SAMPLES]; /* of the last of MPI's calls, of the last of ours */
  unsigned timed[2];
  MPI_Request sum; /* under way, if the phase is PF_SUM */
  uint64_t mine[2], all[2];
};

void pf_plan_begin(struct pf_plan *p, int kind, size_t bytes);
/* A call begins, on all ranks of a communicator; comm is the library's own. Whether it is made of messages. */
bool pf_plan_step(struct pf_plan *p, MPI_Comm comm);
/* There are no more calls. */
void pf_plan_end(struct pf_plan *p);

#pragma GCC visibility pop
#endif
