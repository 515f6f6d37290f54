/* Nests that have no part in anything: they run as if there were no run time. */
#ifndef MDMP_IDLE_H
#define MDMP_IDLE_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* What a nest remembers of its executions, all zero before the first. */
struct md_idle {
  unsigned quiet; /* so many in a row in which it fed nothing, needed nothing and wrote nothing that is sent */
  unsigned turns; /* md_tune_turns(), */
  uint64_t list;  /* and md_history_list(), when it was planned last; */
  unsigned looks; /* it was planned so often since the list is that */
};

/* Nothing can come of stating what the nest touches: it is one box. */
bool md_idle(const struct md_idle *i);

/* An idle execution is over. */
static inline void md_idle_again(struct md_idle *i) { i->quiet++; }

/* An execution that was planned is over: with a part in anything or quiet. */
void md_idle_over(struct md_idle *i, bool quiet);

#pragma GCC visibility pop
#endif
