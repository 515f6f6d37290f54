/* Frames on their way, which no exchange waits for. */
#ifndef MDMP_OUTBOX_H
#define MDMP_OUTBOX_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_lane;
struct md_comm;
struct md_buffer;

/* Under the lock. Sends size bytes of b on the frame tag of l; b goes back to the pool in time. */
void md_outbox_send(struct md_lane *l, struct md_buffer *b, size_t size, struct md_where at);

/* The same on any tag. */
void md_outbox_post(struct md_comm *c, int peer, int tag, struct md_buffer *b, size_t size);

/* On a communicator of the program. */
void md_outbox_introduce(MPI_Comm user, int peer, int tag, struct md_buffer *b, size_t size);

/* Under the lock. Lets go of what is gone. */
void md_outbox_reap(void);

/* Whether it is that just now. */
bool md_outbox_reaping(void);

/* Under the lock. Whether any are of c. */
bool md_outbox_of(const struct md_comm *c);

void md_outbox_close(void);

#pragma GCC visibility pop
#endif
