/* After how many executions the same ones come again. */
#ifndef MD_CYCLE_H
#define MD_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { MD_CYCLE_MOST = 64 };

/* The executions of a site, by what they exchange; all zero before the first. */
struct md_cycle {
  uint32_t kind[2 * MD_CYCLE_MOST]; /* of the last ones, in a ring */
  unsigned executions;
  unsigned length; /* of the cycle, as far as is known */
  unsigned missed; /* so many since one that did not fit; 0: all do */
  unsigned odd;    /* executions that no cycle had */
};

/* Another execution. True: the cycle is another than before. */
bool md_cycle_note(struct md_cycle *c, uint32_t kind);

/* Executions of a cycle, at least 1. */
static inline int md_cycle_length(const struct md_cycle *c) { return c->length > 0 ? (int)c->length : 1; }

/* It is known as well as it can be. */
static inline bool md_cycle_clear(const struct md_cycle *c) { return c->missed == 0 || c->odd > 0; }

#pragma GCC visibility pop
#endif
