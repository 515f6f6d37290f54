/* What is known of the messages to one rank with one tag: where the last ones lay, and what is fetched of the next.
 *
 * A lane is a guess and nothing else: it may be forgotten, or be wrong. It is granted (ask is not 0) while the receiver
 * is known to wait for the next message, and only then may that be a stand-in. */
#ifndef PF_LANE_H
#define PF_LANE_H

#include <stdbool.h>
#include <stddef.h>

#include "comm.h"
#include "frame.h"
#include "looks.h"

#pragma GCC visibility push(hidden)

struct pf_lane {
  struct md_entry entry;
  struct pf_comm *comm;
  struct pf_lane *of_comm, *next_active;
  int dest, tag;

  const char *places[2]; /* of the last message, and of one before it that lay somewhere else */
  int last;              /* which one is which */
  size_t length;         /* of both */
  unsigned same, turns;  /* messages that lay where the last one did, or where that before it did, one behind the other */
  unsigned wanted;       /* messages for which looks are still kept: it was asked for lately */
  bool looked[2];        /* looks holds those of the last message of each place */

  size_t blocks; /* room of all that follows */
  unsigned char *looks[2];           /* as the last message from each place was */
  unsigned char *base, *seen, *still; /* the answering thread's: as it was, as it is, see answer.c */
  char *copy;                        /* what was fetched */
  unsigned char *there;              /* by block: the receiver has confirmed it; under the lock while granted */
  size_t fetched;                    /* blocks; likewise */

  uint64_t ask;   /* 0: not granted */
  uint64_t spent; /* the last one in whose place a stand-in went, or may go: its message is on its way */
  size_t capacity;
  struct pf_link *link;
  const char *from; /* the answering thread's, as all of this: what is looked at */
  size_t bytes;
  uint64_t due;  /* when to look again */
  uint64_t since; /* when it was granted, or seen to change */
  size_t cursor; /* no block before it is ready */
  size_t sweep;  /* which blocks are looked at by turns */
  uint64_t wrong, skip; /* prefetches that were of no use, one behind the other; requests not to be answered */

  char *standin;
  size_t room;
  bool lent; /* MPI may still read standin */
};

/* Under the lock. NULL: not known, or no room for more. */
struct pf_lane *pf_lane(struct pf_comm *c, int dest, int tag);
struct pf_lane *pf_lane_make(struct pf_comm *c, int dest, int tag);
/* It was asked for: looks at the next messages are kept. */
static inline void pf_lane_want(struct pf_lane *l) {
  enum { MESSAGES = 64 };
  l->wanted = MESSAGES;
}
/* Room for messages as long as the last one. False: there is none. */
bool pf_lane_room(struct pf_lane *l);
/* Which of the two places the next message is likely to come from; -1: not known. */
int pf_lane_guess(const struct pf_lane *l);
/* For a place. */
void pf_lane_grant(struct pf_lane *l, int which, uint64_t ask, size_t capacity, struct pf_link *link);
void pf_lane_retire(struct pf_lane *l);
/* Settles a request of a rank of MPI_COMM_WORLD: it is not answered any more. c: NULL, it is gone. */
enum pf_verdict pf_lane_settle(struct pf_comm *c, int dest, int tag, int world, uint64_t ask);
void pf_lane_learn(struct pf_lane *l, const void *place, size_t length);
/* Of a communicator that goes. */
void pf_lanes_drop(struct pf_comm *c);
/* Frees those that were dropped while the answering thread was at work. */
void pf_lanes_sweep(void);

#pragma GCC visibility pop
#endif
