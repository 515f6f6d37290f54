/* Signals that are not ours: they go to whoever had them before.
 *
 * A program may install a handler over ours, and that may call the one that it found, which is ours again. So all that were found are
 * kept in their order. Ours, called within a handler that it has handed a signal to, is told so by the signal's information, which is the
 * same, and by the stack, which is deeper, and goes on to the one before. A handler that jumped out leaves that behind; a new signal
 * with its information in the same place is never deeper. */
#ifndef MDMP_HANDLERS_H
#define MDMP_HANDLERS_H

#include <signal.h>

#pragma GCC visibility push(hidden)

enum { MD_HANDLERS = 8 };

/* Of a signal: the newest last. */
struct md_handlers {
  struct sigaction before[MD_HANDLERS];
  unsigned n;
};

/* a was found in our place. */
void md_handlers_found(struct md_handlers *h, const struct sigaction *a);

/* How often our handler, whose frame that is, has been called for the signal of info before. */
unsigned md_handlers_level(const siginfo_t *info, const void *frame);

/* Hands it on to who is next at this level; stop is md_pages_stop while that runs, which may not come back. */
void md_handlers_hand_on(struct md_handlers *h, int sig, siginfo_t *info, void *context, unsigned level, char stop);

#pragma GCC visibility pop
#endif
