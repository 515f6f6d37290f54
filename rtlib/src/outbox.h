/* Frames on their way, which no exchange waits for. */
#ifndef MDMP_OUTBOX_H
#define MDMP_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_lane;
struct md_comm;
struct md_buffer;

/* Under the lock. Sends size bytes of b on the frame tag of l; b goes back to the pool in time. */
void md_outbox_send(struct md_lane *l, struct md_buffer *b, size_t size, struct md_where at);

/* The same on any tag; l: the lane it is of, or NULL. */
void md_outbox_post(struct md_comm *c, int peer, int tag, struct md_buffer *b, size_t size, struct md_lane *l,
                    struct md_where at);

/* Under the lock. Lets go of what is gone. */
void md_outbox_reap(void);

/* Under the lock. Whether any are of c. */
bool md_outbox_of(const struct md_comm *c);

void md_outbox_close(void);

#pragma GCC visibility pop
#endif
