/* Programs drawn at random: events (a message, a ring, a collective call) that all ranks go through in one order, round after
 * round, so that no program waits for itself. What an event does is drawn once, and now and then again for one round. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>

#include "check.h"

enum { EVENTS = 10, COMMS = 3, MOST = 150000, BEHIND = 300, SLOTS = 3 };

struct event {
  int what; /* MESSAGE, or what all do */
  int comm, from, to, tag, bytes;
  int send, recv; /* which call; of a collective one: which, and with what types */
  int slot, shift; /* where the sender's bytes lie */
  int change, pause; /* what is written before it is sent, and how long that takes */
};

enum { MESSAGE, RING, SELF, COLLECTIVE };

extern MPI_Comm comms[COMMS];
extern unsigned char *slots[SLOTS], *in;

/* The same numbers on all ranks. */
unsigned drawn(unsigned below);

void send_event(const struct event *e, uint64_t content);
void recv_event(const struct event *e);
void collective_event(const struct event *e, uint64_t content);
/* Waits for what may still be under way. */
void settle(void);
/* Completes the receives that were posted and left alone. */
void complete_posted(void);

#endif
