/* Which messages are begun before their exchange.
 *
 * A nest, or a statement that completes what a send will state, gives a hint;
 * history guesses. Whether anything comes of it is decided here: the send must be
 * known from its last execution, its site must be trying to send early, and
 * the messages before it on its lane must be begun, too, or expected to be short:
 * with its first piece they become messages in frames. */
#ifndef MDMP_BEGIN_H
#define MDMP_BEGIN_H

#include "section.h"

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_early;
struct md_guess;

/* What is known of a message to come: what a send will state at a line of an exchange. */
struct md_hint {
  const int64_t *x; /* handle of the exchange */
  int line;
  int peer, tag, handle;
  unsigned before; /* messages that come before it on its lane */
  bool final;      /* proved, and so is before */
  const struct md_section *part;
  unsigned parts;
  size_t unit; /* bytes that become complete together; 0: not known */
};

/* Whether o, which is stated before h, goes before it on its lane. What is proved is
 * the next exchange there: then only what is of the same exchange. (The whole rule
 * for FINAL is in analysis/rungs/final.go.) */
bool md_hint_precedes(const struct md_hint *o, const struct md_hint *h);

/* Begins the message, or finds it begun. NULL: declined (first time, nothing to
 * win, another thread level). */
struct md_early *md_begin_hinted(const struct md_hint *h);

/* The same of a message that was guessed. */
struct md_early *md_begin_guessed(const struct md_guess *g);

#pragma GCC visibility pop
#endif
