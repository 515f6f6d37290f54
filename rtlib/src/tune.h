/* What to do at a site: tried out in windows of executions, the fastest kept. */
#ifndef MD_TUNE_H
#define MD_TUNE_H

#include <stdbool.h>
#include <stddef.h>

#include "site.h"

#pragma GCC visibility push(hidden)

struct md_exchange;

/* One way to run a site. */
struct md_arm {
  const char *name;
  bool lazy;   /* receives wait for their first use, nests are cut */
  bool pieces; /* what is sent at the exchange goes in eager pieces */
  bool early;  /* pieces are sent as soon as they are complete */
  int share;   /* percent of the interior before boxes that feed and need */
};

/* The arm of a site now. */
const struct md_arm *md_arm_of(const struct md_site *s);

/* Whether any site sends early now. */
bool md_tune_any_early(void);

/* How often a site began to send early. */
unsigned md_tune_turns(void);

/* An exchange of the site begins: one execution of its arm is over. */
void md_tune_begin(struct md_site *s);

/* What the next execution sends on l is proved to be final. */
void md_tune_proved(struct md_site *s, const struct md_lane *l);

/* A region is entered; the innermost one is left. */
void md_tune_enter(const void *region);
void md_tune_leave(void);

/* A region is being executed; the number of this stay in the innermost one, 0 outside. */
bool md_tune_inside(void);
uint64_t md_tune_stay(void);

#pragma GCC visibility pop
#endif
