/* A site: one exchange of the program's text. A place: one directive of it. */
#ifndef MDMP_SITE_H
#define MDMP_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "table.h"

#pragma GCC visibility push(hidden)

struct md_lane;

/* profile.c: what a directive did. */
struct md_profile {
  uint64_t messages, bytes, early, again; /* bytes sent before the exchange, and once more */
  double waited, hidden;                  /* seconds */
  bool receives, managed;
};

/* A directive, numbered in this process; the number travels in headers. */
struct md_place {
  struct md_entry entry;
  struct md_place *next; /* of the same site */
  const struct md_site *site;
  struct md_where where;
  uint32_t number;
  bool skip; /* MDMP_SKIP names it */
  struct md_profile profile;
};

/* What the op at one position of an exchange found last time. */
struct md_slot {
  struct md_place *place;
  struct md_lane *lane;
  uint64_t epoch; /* of the communicators: a slot of an older epoch is void */
  int line, handle, tag, peer;
  bool announced;   /* the peer knows this place, and that its messages have total bytes */
  uint64_t total;
};

enum { MD_SLOTS = 12, MD_ARMS = 6, MD_SAMPLES = 24 };

/* tune.c: what was tried at a site. */
struct md_tuner {
  int arm, best, contender; /* the arm now; the best known; the one that challenges it */
  int stage, left, turn, hold, skip; /* left: executions of the window; turn: windows of the stage */
  int group, grouped; /* executions that make a sample, and those of the one that is being made, */
  double sum;         /* with their time */
  int challenges;
  int measured;    /* executions of the arm in this window, */
  double quickest; /* and the fastest of them */
  unsigned out;    /* bits: the arms that were dropped in this stage */
  int single;  /* stays with one execution, in a row */
  bool near;   /* all messages of the last execution stayed on this machine */
  bool judged, one_way; /* what it sends early is proved, and nothing comes back from there */
  bool stay;   /* samples are lengths of stays in the region, else times from one execution to the next */
  bool listed; /* among the sites of a stay */
  uint64_t surprises, learnt; /* those of the site, and the execution after the last */
  uint64_t executions, entry, times; /* the stay of the last execution, and how many it had */
  int samples[MD_ARMS];
  double last, sample[MD_ARMS][MD_SAMPLES];
  double period[MD_ARMS]; /* of each arm, seconds */
  struct md_site *listed_next;
};

struct md_site {
  struct md_entry entry;
  struct md_site *next;
  struct md_where where;
  const char *names; /* exchanges: of variables that may have no storage (spec/abi.md), NULL: not known */
  struct md_place *places;
  struct md_slot send[MD_SLOTS], recv[MD_SLOTS];
  struct md_tuner tune; /* exchanges */
  double took;          /* nests: seconds of an execution, smoothed */
  unsigned quiet;       /* nests: executions in a row without anything pending or early */
  unsigned turns;       /* nests: md_tune_turns() when it looked last */
  uint64_t list;        /* nests: md_history_list() then, */
  unsigned looks;       /* and how often it was looked at since */
  bool foreseen;        /* exchanges: a nest is known that completes a send */
  bool stated;          /* exchanges: nests state what they feed */
  uint64_t surprises;   /* exchanges: sends that history did not expect */
};

/* The site whose handle is x, registered at its first use. names may be NULL. */
struct md_site *md_site_of(int64_t *x, const char *file, int line, const char *names);

/* What errors call the section at index of the message that the directive at line states. */
const char *md_site_name(const struct md_site *s, int line, unsigned index, char *name, size_t room);

/* All sites. */
const struct md_site *md_sites(void);

/* Under the lock. The directive of site s at line. */
struct md_place *md_place_of(struct md_site *s, int line);

#pragma GCC visibility pop
#endif
