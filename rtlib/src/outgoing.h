/* Frames of messages that go in pieces, on their way.
 *
 * A piece is sent while the program computes, so nobody waits for it: it lies
 * here until MPI has it. Not too much is under way to a receiver (MDMP_BACKLOG):
 * behind every quarter of that goes a question, a frame of nothing that is sent
 * synchronously, which completes when the receiver has taken it, and all before it.
 *
 * Bytes that lie in one piece and do not change go from where they are: a run of bare
 * pieces, with one header for all of them. That memory is lent until MPI has them, and
 * the exchange does not return before. If MPI does not take such pieces at once, the
 * exchange may come to wait for a receiver that computes, so the next runs on that lane are copied.
 *
 * Bytes never go synchronously. That a receiver has taken a frame is told by its
 * MPI, which may keep the word to itself until the receiver calls it again; a
 * sender that waits for it would wait for a program that does other things. */
#ifndef MDMP_OUTGOING_H
#define MDMP_OUTGOING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "pool.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_lane;
struct md_buffer;
struct md_header;

/* What a frame of size bytes counts for in MDMP_BACKLOG: what it takes on either side, and at least a 4096th of all, since MPI
 * libraries search through frames that have not been received. */
static inline size_t md_frame_counts(size_t size) {
  size_t least = (size_t)md_rt.opt.backlog / 4096;
  if (least < MD_BUFFER_SMALL) least = MD_BUFFER_SMALL;
  return size < least ? least : size;
}

/* Sends size bytes of b on the frame tag of l. One holder of b is the wire, until they are gone. */
void md_outgoing_send(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size);

/* Whether a run may be sent on l now from the program's memory. */
bool md_outgoing_lends(struct md_lane *l);

/* A run on l: its header b; a piece of message q, from the program's memory; and its end. */
void md_outgoing_run(struct md_lane *l, struct md_where at, struct md_buffer *b);
void md_outgoing_bare(struct md_lane *l, struct md_where at, uint64_t q, const char *data, size_t size);
void md_outgoing_run_over(struct md_lane *l, const struct md_header *h);

/* Whether memory of message q of l is lent. */
bool md_outgoing_lent(const struct md_lane *l, uint64_t q);

/* The same as md_outgoing_send of a header for which the receive waits; nobody asks whether it was taken. */
void md_outgoing_header(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size);

/* A message of l did not come of which so many bytes went: for room they count as what comes later. */
void md_outgoing_withdraw(struct md_lane *l, size_t takes);

/* Whether a question may follow the next piece of l: none follows LAST, behind which the receiver may not look. */
bool md_outgoing_asks(const struct md_lane *l);

/* Asks what the receiver has taken: a frame of nothing that tells, when it is gone, that all before it was. */
void md_outgoing_ask(struct md_lane *l);

/* A holder lets go of b: the last one gives it back to the pool. */
void md_outgoing_release(struct md_buffer *b);

/* Message q of l, and those before it, come in frames. */
void md_outgoing_turn(struct md_lane *l, struct md_where at, uint64_t q);

/* One such message of nothing more, for a length of message q. */
void md_outgoing_nothing(struct md_lane *l, struct md_where at, uint64_t q);

static inline bool md_outgoing_any(void) { return md_rt.transport.outgoing.req.n > 0; }
bool md_outgoing_progress(void); /* true if something moved */

/* Calls f for every frame that md_outgoing_needs_us. */
void md_outgoing_each(void (*f)(void *arg, struct md_lane *l, uint64_t q), void *arg);

/* Whether anything of c is on the wire. */
bool md_outgoing_of(const struct md_comm *c);

/* Whether frames of executed exchanges need us to go on: the program may look at
 * nothing of ours for a long time. */
bool md_outgoing_needs_us(void);

/* invariant.h: buffers on the wire are held, lanes know of them. */
bool md_outgoing_valid(void);

void md_outgoing_close(void);

#pragma GCC visibility pop
#endif
