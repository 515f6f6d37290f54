/* Nests in execution: what was stated of them, and what is done round their boxes. */
#ifndef MD_FEED_H
#define MD_FEED_H

#include "idle.h"
#include "plan.h"
#include "registry.h"
#include "trigger.h"

#pragma GCC visibility push(hidden)

struct md_count;
struct md_elements;
struct md_site;

/* A send that the nest may feed, as stated or guessed. */
struct md_feed {
  struct md_hint hint;  /* as stated */
  struct md_site *site; /* of the exchange */
  uint64_t mask;        /* guessed: the units that may be read, a bit each, */
  unsigned shares;      /* and how parts are divided into them */
  bool final;
  bool incoming;        /* part of it is still on its way to here: what boxes complete is compared, final or not */
  bool known;            /* from what the nest states it follows which boxes complete what; */
  bool counted;          /* its boxes are counted, */
  struct md_count *count; /* in this execution; NULL: they are not */
  struct md_early *e;     /* the message whose boxes are counted */
  uint64_t begun;        /* the message under this number (md_trigger_number) */
  unsigned first, parts; /* its sections in the nest's list */
};

/* A nest of the program's text. */
struct md_nest_site {
  struct md_spot text;
  double took; /* seconds of an execution, smoothed */
  struct md_idle idle;
  struct md_count *counts;
  struct md_elements *elements; /* counts of what it writes */
  struct md_nest *own; /* of its last execution, which had part in something: its plan is kept */
};

/* One in execution. */
struct md_nest {
  struct md_nest *outer; /* the nest it interrupts, or the next spare one */
  struct md_nest_site *site;
  int nloops;
  struct md_loop loop[MD_MAX_LOOPS];
  bool any_order, grid64, tested, one_box; /* what the translator says of cuts */
  bool asleep;                    /* nothing is pending or early here */
  bool idle;                      /* there is nothing to do: one box, whatever is stated */
  bool started;
  bool touched; /* it writes what was sent, or perhaps */
  struct md_plan plan;
  struct md_lookup look; /* of the footprint that is stated next */
  struct md_feed *feed;
  unsigned feeds, feed_room;
  struct md_section *part;
  unsigned parts, part_room, message;
  double began;
};

/* A feed more. */
struct md_feed *md_nest_feed(struct md_nest *n);

/* All is stated: which messages it feeds and needs, and how it is cut. */
void md_nest_plan(struct md_nest *n);

/* It is run as it is. */
void md_nest_single_box(struct md_nest *n);

/* A loop that is no nest has made k iterations; ends: all. When it wants to be asked again, or -1. */
int64_t md_nest_unit(struct md_nest *n, int64_t k, bool ends);

/* Waits for what box b touches. */
void md_nest_wait(struct md_nest *n, const struct md_box *b);

/* The box that ran last is over: sends what it completed. */
void md_nest_ran(struct md_nest *n);

#pragma GCC visibility pop
#endif
