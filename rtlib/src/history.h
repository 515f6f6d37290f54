/* What was sent, and who wrote it: messages to come, guessed from those before.
 *
 * The idea: programs repeat themselves. On every lane the messages executed are
 * remembered; when their order has a period (the same each time, two time levels
 * in turn, three fields one after the other, ...) the next ones are expected to
 * go on like that. Nests state what they write; which of them was the last to
 * write a section before it was sent is remembered, too, and next time pieces go
 * out as soon as that nest has completed them. All of it is guessing: the
 * exchange compares. A guess that was wrong is not made again for a while. */
#ifndef MD_HISTORY_H
#define MD_HISTORY_H

#include "cuts.h"
#include "exchange.h"
#include "plan.h"
#include "rt.h"
#include "why.h"

#pragma GCC visibility push(hidden)

struct md_luck;
struct md_nest_site;

/* A message that a nest will probably complete. */
struct md_guess {
  struct md_luck *luck;
  struct md_lane *lane;
  struct md_place *place;
  struct md_site *site; /* of the exchange */
  unsigned before;      /* messages expected before it on its lane */
  const struct md_section *part;
  unsigned parts;
  unsigned shares; /* its units: units.h */
  uint64_t mask;   /* a bit for each unit that the nest completes: these lie in arrays that the nest states */
  struct md_cuts cuts; /* pieces end where a unit ends and another nest completes the next one */
};


/* Under the lock, once posted: the send op was executed. */
void md_history_note(const struct md_op *op);

/* A nest begins; p has what it writes. Fills guess with the messages that it will probably complete, those
 * that come first on their lane first, and returns how many. touched: it writes to a section that was sent before. */
unsigned md_history_guess(const struct md_plan *p, const struct md_nest_site *nest, struct md_guess *guess, unsigned room,
                          bool *touched);

/* After it was noted: whether some of the message of op will probably come again as it is now; g says which units. */
bool md_history_unmodified(const struct md_op *op, struct md_guess *g);

/* The same of a message that will probably come again with other bytes: all of it. */
bool md_history_again(const struct md_op *op, struct md_guess *g);

/* Whether the message that comes on l after `ahead` others is expected, and is one that may as well go in frames. */
bool md_history_short(const struct md_lane *l, unsigned ahead);

/* Before it is noted: why nothing of the send op was begun, and which of its sections that is about. */
enum md_why md_history_why(const struct md_op *op, unsigned *part);

/* A nest runs that does not say what it writes (idle.h). What is sent next may have been written by it. */
static inline void md_history_unseen(void) { md_rt.triggers.histories.unseen++; }

/* Changes when other messages are expected than before: a nest that wrote nothing of them may write some now. */
static inline uint64_t md_history_list(void) { return md_rt.triggers.histories.list; }

/* The lane goes. */
void md_history_drop(struct md_lane *l);

void md_history_close(void);

#pragma GCC visibility pop
#endif
