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

#include "exchange.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

struct md_past;

/* A message that the nest which begins is expected to complete. */
struct md_guess {
  struct md_past *past;
  struct md_lane *lane;
  struct md_place *place;
  struct md_site *site; /* of the exchange */
  unsigned before;      /* messages expected before it on its lane */
  const struct md_section *part;
  unsigned parts;
  uint64_t mask; /* parts that the nest completes, a bit each; they lie in arrays that the nest states */
};

/* Under the lock, once posted: the send op was executed. */
void md_history_note(const struct md_op *op);

/* A nest begins: finds what it is expected to complete, in the order of the
 * lanes, and remembers what it writes. touched: it writes something that was sent. */
unsigned md_history_guess(const struct md_plan *p, const struct md_site *nest, struct md_guess *guess, unsigned room,
                          bool *touched);

/* A nest that may write anything does not say what: nobody asks for guesses now. */
void md_history_unseen(void);

/* Changes when a nest that wrote nothing of interest may do so now. */
uint64_t md_history_list(void);

/* Of a guess, pieces were sent, and some again because they differed. */
void md_history_outcome(struct md_past *past, unsigned sent, unsigned again);

/* The lane goes. */
void md_history_drop(struct md_lane *l);

void md_history_close(void);

#pragma GCC visibility pop
#endif
