/* A lane: one ordered stream, (communicator, tag, peer, direction). */
#ifndef MDMP_LANE_H
#define MDMP_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "table.h"

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_op;
struct md_buffer;
struct md_early;
struct md_ended;
struct md_history;
struct md_inbox;

enum md_direction { MD_RECV, MD_SEND };

enum { MD_EMPTIES = 8 };

/* A directive that has introduced itself on the lane: one of the other side
 * (receiving), one of ours (sending). */
struct md_known {
  struct md_entry entry;
  struct md_known *next; /* of the lane, in order */
  const struct md_lane *lane;
  uint32_t number;
  struct md_where where;
  uint64_t total;   /* bytes of its messages, as last announced */
  unsigned changes; /* how often that changed */
  bool varies;      /* too often: no longer announced */
  char name[];      /* where.file */
};

/* A process that this one has lanes with. */
struct md_peer {
  struct md_entry entry;
  struct md_peer *next; /* of the communicator */
  int rank, to;         /* in the communicator; in comm->comm */
  bool far;             /* it is on another machine */
  bool sends;           /* a receive from there was executed */
  bool gets;            /* a send to there was */
  size_t backlog;       /* bytes sent there in pieces that it is not known to have taken */
  uint32_t told, heard; /* evict.c: lists of evicted lanes sent there, read from there */
  int questions;        /* gone.c: sent there */
  /* of the commons: lanes of others that were introduced, by direction; ends sent there, read from there */
  int introduced[2], ends[2];
  bool asked;  /* how many it introduced in all; */
  int in_all;  /* the answer; -1: none */
  struct md_stock {
    struct md_lane *first; /* the newest */
    unsigned n, most;      /* at most lanes it is looked which can be evicted */
  } stock[2];              /* by direction */
};

struct md_lane {
  struct md_entry entry;
  struct md_lane *next; /* in the stock of its peer */
  struct md_comm *comm;
  struct md_peer *with;
  int peer, tag;
  int to, number;    /* the rank of the peer and what stands for the tag in comm->comm; number < 0: not known yet (introduce.c) */
  enum md_direction dir;
  int frame_tag, direct_tag;
  bool far;          /* the peer is on another machine */
  uint64_t executed; /* messages executed on this side: the next one has this number */
  struct md_known *known, *known_last; /* in the order in which they came */
  /* evict.c */
  unsigned ops;    /* of exchanges that are not over */
  unsigned posted; /* frames and nothings on their way */
  bool used;       /* since it was last looked whether it can be evicted */
  bool orphan;     /* its communicator is gone: it goes with its last op */
  uint64_t frames; /* sent, or read */
  /* gone.c: the peer was asked; it answered that it executed so many messages, and sent so many lists of evicted lanes */
  bool asked, answered;
  uint32_t last_era;
  uint64_t last;
  /* sending */
  uint32_t era;    /* lists of evicted lanes sent to the peer before it was made */
  struct md_early *begun; /* messages not executed of which pieces may be sent already, in order of q */
  uint64_t direct;        /* all messages before this one were sent on the direct tag: whole, or as nothing */
  bool fed;               /* somebody tells when its messages are complete */
  size_t piece;           /* bytes of a piece; 0: not decided */
  unsigned rendezvous;    /* pieces in a row that were not eager */
  unsigned clung, copies; /* outgoing.h: how often MPI did not take a run at once, pieces that are copied for that */
  struct md_history *history; /* messages executed, if an exchange was managed */
  size_t unacknowledged;  /* since the last question (outgoing.h) */
  size_t backlog;         /* bytes sent in pieces that the peer is not known to have taken, */
  size_t withdrawn;       /* at most so many of them of messages that did not come */
  /* receiving */
  uint64_t empty[MD_EMPTIES]; /* the last messages that came with no bytes */
  unsigned empties;
  struct md_op *framed;    /* receives that come in frames, oldest first */
  int direct_open;         /* receives that wait on the direct tag */
  struct md_inbox *inbox;  /* receives for frames, if it ever came to that */
  struct md_buffer *aside; /* frames of messages whose receives cannot take them yet, in order */
  struct md_buffer **aside_end; /* where the next one goes, if there are any */
  uint64_t look;           /* when this message comes, headers are looked for; */
  unsigned gap;            /* messages from one such look to the next */
  struct md_op *due;       /* receives that must see their header */
  bool closed;             /* CLOSE has come */
  uint64_t sent;           /* messages the sender sent in all, once closed */
  uint64_t stray;          /* once closed: nothings on the direct tag for messages that were begun and withdrawn */
  uint64_t dropped;        /* messages that nobody received, taken in at the end */
  struct md_ended *ended;  /* times that the sender evicted it */
};

/* Under the lock. The lane, made at its first use. */
struct md_lane *md_lane_of(struct md_comm *c, int peer, int tag, enum md_direction dir);

/* The same, NULL if there is none. */
struct md_lane *md_lane_find(const struct md_comm *c, int peer, int tag, enum md_direction dir);
struct md_peer *md_peer_of(struct md_comm *c, int rank);

/* l goes by this number. */
void md_lane_number(struct md_lane *l, int number);

/* Takes l, which is idle, out of the tables and frees it; the stock of its peer is the caller's. */
void md_lane_free(struct md_lane *l);

/* An op of l is over. */
void md_lane_leave(struct md_lane *l);

void md_lanes_free(struct md_comm *c);

/* Calls f for every lane of c. */
void md_lanes_each(struct md_comm *c, void (*f)(struct md_lane *l, void *arg), void *arg);

/* invariant.h: l is in the tables, and its two sides do not mix. */
bool md_lane_valid(const struct md_lane *l);

/* What is known of directive number, or NULL. */
struct md_known *md_lane_known(const struct md_lane *l, uint32_t number);

/* What is new; the name is copied. */
struct md_known *md_lane_learn(struct md_lane *l, uint32_t number, const char *file, size_t length, int line);

#pragma GCC visibility pop
#endif
