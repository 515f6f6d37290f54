/* The plan of one execution of a nest: which messages it feeds and needs, how
 * its iterations are cut, and what each box completes and has to wait for.
 *
 * The idea: the nest's footprints and the messages are given; each message is
 * divided into granules (ranges of its bytes), each granule into the rectangles
 * of iterations that may touch it. A granule of a send is complete when all
 * these iterations have run; a box has to wait for the granules of a receive
 * whose rectangles it meets. Arithmetic only: sending and waiting are nest.c's.
 * The arrays of a plan grow while a program finds its rhythm and are used again, and so is what is in them (kept.c). */
#ifndef MD_PLAN_H
#define MD_PLAN_H

#include "boxes.h"
#include "cuts.h"
#include "lookup.h"
#include "section.h"

#pragma GCC visibility push(hidden)

enum { MD_READS = 1, MD_WRITES = 2 };

/* One affine footprint of the nest. */
struct md_print {
  struct md_view array;
  int access; /* MD_READS | MD_WRITES */
  int look;   /* the one of the plan that says more of a dimension; -1: none does */
  struct md_subscript sub[MD_MAX_RANK];
};

/* Bytes at .. at+length of a message. */
struct md_granule {
  size_t at, length;
  int64_t left, all; /* iterations that may touch it: still to run, and at first */
  unsigned first, rects; /* its rectangles */
};

/* A message that the nest feeds or needs. */
struct md_flow {
  bool need;
  void *message;
  unsigned tag; /* for the caller */
  unsigned first, granules;
  unsigned over; /* nothing is left to do for the granules before this one */
};

/* A message that was asked for, and how much of the plan there was behind it. */
struct md_asked {
  bool need, touched;
  struct md_cuts cuts;
  unsigned first, parts; /* its sections */
  unsigned granules, rects, demands;
};

/* What the plan of the last execution was made for (kept.c). */
struct md_kept {
  bool cut;  /* there are boxes of it */
  bool same; /* all that was stated now is what was stated then */
  unsigned prints, last_asks; /* then */
  struct md_cutting cutting;
  struct md_asked *asked;
  unsigned asks, ask_room;
  struct md_section *given;
  unsigned givens, given_room;
};

struct md_plan {
  struct md_cutting cutting;
  struct md_loop loop[MD_MAX_LOOPS];
  struct md_print *print;
  unsigned prints, print_room;
  struct md_looked *looked; /* those of other executions, too: they need not be read again */
  unsigned looks, looked_ever, look_room;
  struct md_flow *flow;
  unsigned flows, flow_room;
  struct md_granule *granule;
  unsigned granules, granule_room;
  struct md_rect *rect;
  unsigned rects, rect_room;
  struct md_demand *demand;
  unsigned demands, demand_room;
  struct md_box box[MD_MAX_BOXES];
  int boxes, now; /* now: the box that runs, -1 before the first */
  struct md_kept kept;
};

/* Starts a plan; loops with a trip count of 0 must not come here. */
void md_plan_start(struct md_plan *p, int nloops, const struct md_loop *loop, bool any_order, bool grid64);

void md_plan_print(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub);

/* The same, with a dimension that is looked up, in this stay in a region. */
void md_plan_lookup(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub,
                    const struct md_lookup *what, uint64_t stay);

/* Adds a message made of sections, cut into granules. A feed looks
 * at what the nest writes, a need at everything. Returns false, and adds nothing,
 * if the nest does not touch the message. */
bool md_plan_flow(struct md_plan *p, bool need, void *message, unsigned tag, const struct md_section *part, unsigned parts,
                  const struct md_cuts *cuts);

/* Whether any array of footprints with the given access may share storage with the sections. */
bool md_plan_touches(const struct md_plan *p, int access, const struct md_section *part, unsigned parts);

/* Bytes of the sections that an iteration of the boxed loops writes side by side; 0: not known. */
size_t md_plan_unit(const struct md_plan *p, const struct md_section *part);

/* Iterations that are to be set apart, beside those of messages. */
void md_plan_demand(struct md_plan *p, bool need, const struct md_rect *r);

/* Cuts; afterwards box[0..boxes) are to be run in this order. */
void md_plan_cut(struct md_plan *p, int strips, int chunks, int share);

/* Box b has run: takes it off the granules of feeds; calls done(arg, flow, granule) for those it completes. */
void md_plan_ran(struct md_plan *p, const struct md_box *b, void (*done)(void *arg, struct md_flow *f, struct md_granule *g),
                 void *arg);

/* Whether box b may touch granule g. */
bool md_plan_meets(const struct md_plan *p, const struct md_granule *g, const struct md_box *b);

void md_plan_free(struct md_plan *p);

#pragma GCC visibility pop
#endif
