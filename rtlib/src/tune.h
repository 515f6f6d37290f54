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
bool md_arm_early(const struct md_site *s);

/* An exchange of the site begins: one execution of its arm is over. */
void md_tune_begin(struct md_site *s);

#pragma GCC visibility pop
#endif
