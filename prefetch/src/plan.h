/* When collective calls are made of the library's own messages, and when they are MPI's.
 *
 * All ranks of the communicator must decide alike, or they wait for ever. So what decides is what all know: which calls of a
 * kind and size there were on it (collective calls come in one order on all), and now and then sums over all ranks, which a
 * nonblocking call forms from one of these calls to the next: nobody waits for others whom MPI's own call would not wait for.
 *
 * MPI's own calls are timed first. What counts is the time from one call to the next: all that there is to win shows there,
 * wherever it is won. A trial is four calls (one, if that is slow), before which the lanes have learned from MPI's own. It is made only where calls
 * take a part of the time that is worth while, and when what it may cost is less than one part in a hundred of the time since
 * MPI_Init: a short run has none. What trials have lost counts against that. What wins is looked at again, soon and then more
 * rarely; what does not rests, ever longer. */
#ifndef PF_PLAN_H
#define PF_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "real.h"
#include "times.h"

#pragma GCC visibility push(hidden)

/* Of which there are sums: microseconds from one of MPI's own calls to the next, likewise of ours, in a call of MPI's own, and
 * since MPI_Init. */
enum { PF_FROM_MPIS, PF_FROM_OURS, PF_INSIDE, PF_ELAPSED, PF_SUMS };

struct pf_plan {
  int kind;
  size_t bytes; /* of a piece; 0: they are not known to all */
  enum { PF_OWN, PF_SUM, PF_REST, PF_LEARN, PF_TRY, PF_KEEP } phase; /* in PF_TRY and PF_KEEP calls are ours */
  unsigned left;       /* calls in this phase */
  unsigned calls;
  unsigned losses;     /* one behind the other */
  unsigned wins;       /* likewise: since the trial */
  bool tried;          /* there are times of ours to compare */
  unsigned tries;      /* calls of a trial that go on if the first one does not go wrong */
  uint64_t risk;       /* what the trial may cost; it is in the purse */
  uint64_t at;         /* when the last call began */
  struct pf_times times[PF_FROM_OURS + 1], inside;
  MPI_Request sum;     /* under way, if the phase is PF_SUM */
  uint64_t mine[PF_SUMS], all[PF_SUMS];
};

/* What the trials on a communicator have cost, or may cost that go on. The same on all ranks, as it is made of sums. */
typedef uint64_t pf_purse;

enum pf_turn {
  PF_MPIS,   /* the call is MPI's own */
  PF_LEARNS, /* likewise, and messages like those of ours are to be learned from it */
  PF_OURS
};

void pf_plan_begin(struct pf_plan *p, int kind, size_t bytes);
/* Whether the next call needs the library's own communicator. */
bool pf_plan_communicates(const struct pf_plan *p);
/* A call begins, on all ranks of a communicator; comm is the library's own, if one is needed. */
enum pf_turn pf_plan_step(struct pf_plan *p, pf_purse *purse, MPI_Comm comm);
/* Whether the next call will be ours, too, if there is one. */
bool pf_plan_goes_on(const struct pf_plan *p);
/* A call of MPI's own is over. */
void pf_plan_own(struct pf_plan *p);
/* There are no more calls. */
void pf_plan_end(struct pf_plan *p);

#pragma GCC visibility pop
#endif
