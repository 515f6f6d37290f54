/* A lane: one ordered stream, (communicator, tag, peer, direction). */
#ifndef MDMP_LANE_H
#define MDMP_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_op;
struct md_buffer;
struct md_early;
struct md_history;
struct md_inbox;

enum md_direction { MD_RECV, MD_SEND };

enum { MD_EMPTIES = 8 };

/* A directive that has introduced itself on the lane: one of the other side
 * (receiving), one of ours (sending). */
struct md_known {
  uint32_t number;
  struct md_where where;
  uint64_t total;   /* bytes of its messages, as last announced */
  unsigned changes; /* how often that changed */
  bool varies;      /* too often: no longer announced */
};

struct md_lane {
  struct md_lane *next; /* in its bucket */
  struct md_comm *comm;
  int peer, tag;
  enum md_direction dir;
  int frame_tag, direct_tag;
  bool far;          /* the peer is on another machine */
  uint64_t executed; /* messages executed on this side: the next one has this number */
  struct md_known *known;
  unsigned knowns, known_room;
  /* sending */
  struct md_early *begun; /* messages not executed of which pieces may be sent already, in order of q */
  uint64_t direct;        /* the next message for the direct tag: those before it went there, whole or as nothing */
  bool fed;               /* somebody tells when its messages are complete */
  size_t piece;           /* bytes of a piece; 0: not decided */
  unsigned rendezvous;    /* pieces in a row that were not eager */
  bool eager;             /* the last one looked at was */
  struct md_history *history; /* messages executed, if an exchange was managed */
  size_t unacknowledged;  /* since the last synchronous piece */
  /* receiving */
  uint64_t empty[MD_EMPTIES]; /* the last messages that came with no bytes */
  unsigned empties;
  struct md_op *framed;    /* receives that come in frames, oldest first */
  int direct_open;         /* receives that wait on the direct tag */
  struct md_inbox *inbox;  /* receives for frames, if it ever came to that */
  struct md_buffer *aside; /* frames of messages whose receives cannot take them yet, in order */
  struct md_op *due;       /* receives that must see their header */
  bool closed;             /* CLOSE has come */
  uint64_t sent;           /* messages the sender sent in all, once closed */
  uint64_t stray;          /* and on the direct tag so many nothings for messages that did not come */
  uint64_t dropped;        /* messages taken in at the end that nobody received */
};

/* Under the lock. The lane, made at its first use. */
struct md_lane *md_lane_of(struct md_comm *c, int peer, int tag, enum md_direction dir);
void md_lanes_free(struct md_comm *c);

/* Calls f for every lane of c. */
void md_lanes_each(struct md_comm *c, void (*f)(struct md_lane *l, void *arg), void *arg);

/* The entry for number, or NULL. */
struct md_known *md_lane_known(const struct md_lane *l, uint32_t number);

/* A new entry; the name is copied. */
struct md_known *md_lane_learn(struct md_lane *l, uint32_t number, const char *file, size_t length, int line);

#pragma GCC visibility pop
#endif
