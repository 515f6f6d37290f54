/* What is known of the receives from one rank with one tag: a guess whether it is worth while to ask.
 *
 * A request costs the sender time, and what it saves may be nothing but bytes. So the time from one message to the next is compared
 * with that while nothing is asked for, and where asking does not win it rests, ever longer. What is for collective calls is
 * compared by plans. */
#ifndef PF_HISTORY_H
#define PF_HISTORY_H

#include "comm.h"
#include "times.h"

#pragma GCC visibility push(hidden)

struct pf_history {
  struct md_entry entry;
  struct pf_comm *comm; /* perhaps gone: it is compared only */
  uint64_t name;
  int source, tag;
  size_t length;        /* of the last message */
  unsigned streak;      /* how often it was the same, one behind the other */
  unsigned vain, skip;  /* requests that won nothing, one behind the other; receives that are not to ask */
  unsigned waits;       /* messages that had to be waited for, one behind the other */
  bool planned;         /* it is for collective calls */
  enum { PF_ASKING, PF_SILENT, PF_RESTING } phase;
  unsigned left, losses; /* messages in this phase; comparisons that were lost, one behind the other */
  struct pf_times times[PF_SILENT + 1]; /* from one message to the next */
  uint64_t at;           /* when the last one was there */
};

/* NULL: not known and no room. */
struct pf_history *pf_history(struct pf_comm *c, int source, int tag);
/* Whether the next receive shall ask. */
bool pf_history_asks(struct pf_history *h);
void pf_history_learn(struct pf_history *h, size_t length);
/* A message was received that could not ask; what requests came to before is forgotten. h: NULL, it is not known. */
void pf_history_new(struct pf_history *h, size_t length);
/* It was waited for, for so long. */
void pf_history_waited(struct pf_history *h, uint64_t micros);
/* Whether the next one will have to be waited for, too: then it is asked for at once. */
bool pf_history_waits(const struct pf_history *h);
void pf_history_won(struct pf_history *h, size_t saved, size_t length);

#pragma GCC visibility pop
#endif
