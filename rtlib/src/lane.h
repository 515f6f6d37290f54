/* A lane: one ordered stream of frames, (communicator, tag, peer, direction). */
#ifndef MDMP_LANE_H
#define MDMP_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "site.h"

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_op;
struct md_buffer;
struct md_header;

enum md_direction { MD_RECV, MD_SEND };

/* A directive of the other side that has introduced itself, or (sending) one of ours that has. */
struct md_known {
  uint32_t number;
  struct md_where where;
};

struct md_lane {
  struct md_lane *next; /* in its bucket */
  struct md_comm *comm;
  int peer, tag;
  enum md_direction dir;
  int frame_tag, direct_tag;
  uint64_t executed; /* messages executed on this side: the next one is message executed */
  /* receiving */
  uint64_t seen;           /* messages whose frames have all come */
  uint64_t posted, taken;  /* frame receives posted, frames dispatched: order of the stream */
  struct md_buffer *held;  /* frames that came before their turn, by ticket */
  struct md_op *first, *last; /* receives executed and not complete */
  bool next_plain;         /* the sender has promised that message seen is plain */
  /* places */
  struct md_known *known;
  unsigned knowns, known_room;
};

/* Under the lock. The lane, made at its first use. */
struct md_lane *md_lane_of(struct md_comm *c, int peer, int tag, enum md_direction dir);
void md_lanes_free(struct md_comm *c);

/* The entry for number, or NULL. */
struct md_known *md_lane_known(const struct md_lane *l, uint32_t number);
void md_lane_learn(struct md_lane *l, uint32_t number, const char *file, size_t length, int line);

/* Calls f for every lane of c. */
void md_lanes_each(struct md_comm *c, void (*f)(struct md_lane *l, void *arg), void *arg);

#pragma GCC visibility pop
#endif
