/* What the environment says. */
#ifndef PF_OPTIONS_H
#define PF_OPTIONS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct pf_options {
  bool off;    /* MDMP_PREFETCH=0: all passes through */
  bool check;  /* MDMP_PREFETCH_CHECK=1: whole messages are compared by their hashes */
  bool report; /* MDMP_PREFETCH_REPORT=1: rank 0 says at the end what was won */
  bool local;  /* MDMP_PREFETCH_LOCAL=1: between ranks of one machine, too */
  bool greedy; /* MDMP_PREFETCH_GREEDY=1: for tests: asks at once and for ever, fetches what nothing says to be complete */
  int cut;     /* MDMP_PREFETCH_CUT=N: for tests: breaks each connection after N frames */
  int wait;    /* MDMP_PREFETCH_WAIT: microseconds that a receive waits before it asks */
  int tree;    /* MDMP_PREFETCH_TREE: Bcast and Reduce go over trees from so many ranks on */
};

void pf_options_read(struct pf_options *o);

#pragma GCC visibility pop
#endif
