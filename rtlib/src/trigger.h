/* Where all that is known about messages meets.
 *
 * Whoever knows something about messages that are to come or on their way has a hook: a nest that is about to run
 * (feed.c), a statement that has just been executed (fire.c), history, for what no hint tells (predict.c), an
 * exchange whose memory nobody will write (unmodified.c), protected pages (paged.c), counts (count.c), a place that uses an array (need.c). Each learns in its own
 * way. What they say are two words, and this is where they say them:
 *
 *   complete  These bytes of a message to come are what its send will find. If that is proved they go FINAL and are not
 *             looked at again. If it is a guess they are compared at the exchange: a hook that is wrong costs time, and
 *             nothing else.
 *   needed    This memory is about to be used: what is on its way to it must be there first. Here nobody may err: it
 *             is said too often rather than too late.
 *
 * The moments at which somebody speaks: a nest opens, a box of it is over (feed.c, count.c) or about to begin; a statement is over
 * (fire.c); an iteration of a loop that is no nest is (count.c); an exchange is over, and what will be sent the next time may be as it is
 * (unmodified.c), or have its pages watched (paged.c); a write faults (paged.c); a place that uses an array is reached, or a
 * statement asks (need.c). There is no other, and none in a thread beside.
 *
 * The API of delta send-recv (delta.c) stands apart, although its two calls are these two words: its messages are the program's own, on
 * its communicators, matched by MPI and by numbers that both sides count (sequence.c); they have a request and no exchange, nothing is
 * known of them before they begin, and what was said wrongly about them ends the program where somebody was given it, for a program
 * that says what is complete promises it, and no guess may do so in its place.
 *
 * Before the first word a hook begins the message. A nest or a statement gives a hint, history guesses. Whether
 * anything comes of it is decided here: the send must be known from its last execution, its site must be trying to
 * send early, and the messages before it on its lane must be begun, too, or expected to be short: with its first piece
 * they become messages in frames.
 *
 * Another hook is a file that includes this header, and a line in hooks.def (its header stands in hooks.c): that says at which of these moments it is asked.
 * It need not know how pieces travel, and nothing here knows where a hook has it from. The
 * idea of two words is that of Bao and Ding's delta send-recv, whose compiler says send_data and wait_data. */
#ifndef MDMP_TRIGGER_H
#define MDMP_TRIGGER_H

#include "section.h"

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_cuts;
struct md_early;
struct md_guess;
struct md_luck;
struct md_op;
struct md_view;

/* What is known of a message to come: what a send will state at a line of an exchange. */
struct md_hint {
  const int64_t *x; /* handle of the exchange */
  int line;
  int peer, tag, handle;
  unsigned before; /* messages that come before it on its lane */
  bool final;      /* proved, and so is before */
  bool packed;     /* right before the exchange: there is nothing to hide it behind */
  const struct md_section *part;
  unsigned parts;
  size_t unit; /* bytes that become complete together; 0: not known */
  size_t fine; /* the length of pieces of which each takes long enough to make, for those who wait for the first; 0: not known */
  struct md_luck *luck; /* whoever guesses when it is complete keeps it; NULL: nobody does */
};

/* Whether o, which is stated before h, goes before it on its lane. What is proved is
 * the next exchange there: then only what is of the same exchange. (The whole rule
 * for FINAL is in analysis/rungs/final.go.) */
bool md_hint_precedes(const struct md_hint *o, const struct md_hint *h);

/* Begins the message, or finds it begun. NULL: declined (first time, nothing to
 * win, another thread level). */
struct md_early *md_trigger_hint(const struct md_hint *h);

/* The same of a message that was guessed. */
struct md_early *md_trigger_guess(const struct md_guess *g);

/* Tells messages begun apart: e is used again when its message is over. */
uint64_t md_trigger_number(const struct md_early *e);

/* The sections of e; where the pieces of their bytes end. */
const struct md_section *md_trigger_parts(const struct md_early *e, unsigned *parts);
const struct md_cuts *md_trigger_cuts(const struct md_early *e);

/* The piece of e that begins at byte at is complete (final: proved); all of it is. */
void md_trigger_complete(struct md_early *e, size_t at, bool final);
void md_trigger_complete_all(struct md_early *e, bool final);

/* Who has said so of several, and before anything else is done, says that this is all. */
void md_trigger_said(void);

/* What v shows is needed: completes the receives that may share storage with it. What is to be sent is: it must not
 * still be on its way to us. Everything is. */
void md_trigger_needed(const struct md_view *v);
void md_trigger_parts_needed(const struct md_section *part, unsigned parts);
void md_trigger_all_needed(void);

/* Bytes lo .. hi-1 of a receive are needed. */
void md_trigger_bytes_needed(struct md_op *op, size_t lo, size_t hi);

#pragma GCC visibility pop
#endif
