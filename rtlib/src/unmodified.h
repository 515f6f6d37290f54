/* Messages that nothing writes between one exchange and the next.
 *
 * The idea: a routine that exchanges all fields sends many that stayed as they were. No nest completes such a message: it is
 * complete when it has been sent. So where history expects that no nest will write a part of it, the next one begins as soon
 * as this exchange is over. That is the one moment besides a nest at which its memory is known to be there: the exchange has
 * just read it. Statements that nobody sees may write it all the same, so a few bytes are looked at first, from one
 * exchange to the next; and like all guesses it is compared when its exchange comes. */
#ifndef MD_UNMODIFIED_H
#define MD_UNMODIFIED_H

#include <stdint.h>

#include "pieces.h"

#pragma GCC visibility push(hidden)

struct md_exchange;
struct md_section;

/* What is remembered of a message for that. */
struct md_unmodified {
  struct md_luck luck;
  uint64_t sampled; /* a bit for each unit of which there is a sample, */
  uint64_t *sample; /* and what it was: past.h has the memory */
};

/* Of those units of a message that no nest is expected to write, the ones that were not written since the last execution
 * either, as far as one can see in passing. */
uint64_t md_unmodified_units(struct md_unmodified *s, const struct md_section *part, unsigned shares, uint64_t units);

/* The exchange is over, or all that it waits for now: begins what comes next at the places of its sends. */
void md_unmodified_begin(const struct md_exchange *ex);

#pragma GCC visibility pop
#endif
