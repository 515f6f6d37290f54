/* Frames of messages that go in pieces, on their way.
 *
 * A piece is sent while the program computes, so nobody waits for it: it lies
 * here until MPI has it. Not too much is under way to a receiver (MDMP_BACKLOG):
 * every quarter of that goes synchronously, which completes when the receiver
 * has taken it, and all before it. */
#ifndef MDMP_OUTGOING_H
#define MDMP_OUTGOING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_lane;
struct md_buffer;

/* Sends size bytes of b on the frame tag of l. One holder of b is the wire, until they are gone. */
void md_outgoing_send(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size);

/* Whether the next piece on l should be acknowledged, which one with LAST cannot. */
bool md_outgoing_asks(const struct md_lane *l);

/* Sends a frame of nothing that tells, when it is gone, that the receiver has taken all before it. */
void md_outgoing_ask(struct md_lane *l);

/* A holder lets go of b: the last one gives it back to the pool. */
void md_outgoing_release(struct md_buffer *b);

/* Message q of l, and those before it, come in frames. */
void md_outgoing_turn(struct md_lane *l, struct md_where at, uint64_t q);

bool md_outgoing_any(void);
bool md_outgoing_progress(void); /* true if something moved */
/* Until nothing of executed exchanges needs us to go on: the program may look at
 * nothing of ours for a long time. A synchronous frame is not complete before its
 * receiver takes it, which may be later; if frames of its lane are eager, it is
 * with the receiver's library as soon as those behind it are. */
void md_outgoing_deliver(void);
void md_outgoing_drain(const struct md_comm *c); /* until nothing of c is on the wire */
void md_outgoing_close(void);

#pragma GCC visibility pop
#endif
