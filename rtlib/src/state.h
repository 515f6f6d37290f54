/* The state of the run time, layer by layer. md_rt (rt.h) owns all of it.
 *
 * Each struct is the state of the file it is named after: no other file touches
 * it, and what its pointers lead to is known there alone. What a thread has for
 * itself is no part of this: it is _Thread_local in its file. */
#ifndef MDMP_STATE_H
#define MDMP_STATE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pages.h"
#include "registry.h"
#include "requests.h"
#include "table.h"

struct md_buffer;
struct md_comm;
struct md_early;
struct md_exchange;
struct md_held;
struct md_history;
struct md_posted_frame;
struct md_list;
struct md_out;
struct md_place;
struct md_procedure;
struct md_region;
struct md_shadow;
struct md_slab;
struct md_stage;
struct md_tuner;
struct md_packet;
struct md_sequences;
struct mdmp_request;
struct md_watched;

/* ---- policy: what is tried ---- */

enum { MD_STAYS = 16 };

/* A stay in a region. */
struct md_stay {
  const void *region;
  uint64_t number;
  bool shut; /* its condition was false: nothing is managed */
  double since;
  struct md_tuner *sites; /* executed in it, but for those in the list of a stay further out */
};

struct md_tuning {
  int early_sites; /* that run an early arm */
  unsigned turns;  /* how often a site went over to early arms: nests look again */
  struct md_stay stay[MD_STAYS]; /* a stack: one thread enters and leaves regions */
  int depth;
  uint64_t ever; /* stays so far: numbers them */
};

struct md_faults {
  uint64_t state; /* of the random numbers; the seed is an option, so that a fault can be had again */
};

struct md_policy {
  struct md_tuning tuning;
  struct md_faults faults;
};

/* ---- transport: what MPI is given and what it gives ---- */

/* One pool for all lanes, so that what one has given back serves another. */
enum { MD_POOL_SIZES = 2 };

struct md_pool {
  struct md_slab *slabs;
  struct md_buffer *spare[MD_POOL_SIZES];
};

/* Lists of sections (lists.c). Those that nobody holds: the oldest first. */
struct md_lists {
  struct md_table all; /* by what they say */
  uint64_t numbered;
  struct md_list *oldest, *newest;
  unsigned spare, spare_blocks; /* so many are not held, and so long they are together */
  ptrdiff_t *scratch;           /* the one that is being stated */
  unsigned scratch_room;
};

enum { MD_STAGE_LEAST = 10, MD_STAGE_CLASSES = 64 - MD_STAGE_LEAST }; /* powers of two */

/* What was given back, by direction and by the power of two of its size. */
struct md_stages {
  struct md_stage *spare[2][MD_STAGE_CLASSES];
};

struct md_near {
  MPI_Group group; /* the processes of this machine */
};

/* MPICH and its kin. */
struct md_guard {
  MPI_Comm guarded;     /* whose error handler is exchanged while we look for completions */
  MPI_Errhandler saved; /* the program's */
  int inside;           /* threads that look */
  bool swapped;         /* it was exchanged for this look, */
  bool stands;          /* or for all of a region by */
  MPI_Errhandler ours;  /* one that knows what is ours; MPI_ERRHANDLER_NULL: not made yet */
  int errors_of_self;   /* so often the handler of MPI_COMM_SELF was called in the test at the start */
};

struct md_comms {
  struct md_comm *first, *newest; /* all that were made, the oldest first */
  int keyval;                     /* by which MPI finds ours from the program's */
  struct md_comm *commons;        /* for lanes of those that nobody named */
  uint64_t numbered;              /* of these lanes, so many were introduced by us */
  uint64_t epoch; /* goes up when a communicator or lanes go: what sites keep of lanes is then looked up anew */
};

/* Nobody waits for frames: they are looked at whenever the run time makes progress. */
struct md_outbox {
  struct md_posted_frame *under_way, **last; /* the one not looked at for longest comes first */
  struct md_posted_frame *spare;
  unsigned frames;
  bool reaping;   /* MPI may delete a communicator that the program has freed */
};

/* Frames on the wire; one list for all lanes: MPI looks at all in one call. */
struct md_outgoing {
  struct md_requests req;
  struct md_out *what;
  int lent; /* of these, pieces that are sent from the program's memory */
};

struct md_transport {
  struct md_pool pool;
  struct md_stages stages;
  struct md_lists lists;
  struct md_near near;
  struct md_guard guard;
  struct md_comms comms;
  struct md_outbox outbox;
  struct md_outgoing outgoing;
};

/* ---- messages: exchanges and what is on its way for them ---- */

struct md_sites {
  struct md_registry all;
  struct md_table place_table;
  uint32_t places; /* so many: on the wire they are numbers */
};

struct md_skips {
  uint64_t met; /* a bit for each entry of MDMP_SKIP, for the warning at the end */
};

/* The arm that another run kept at a site, whatever names it. */
struct md_known_arm {
  char *key;
  int arm;
};

struct md_remembered {
  bool write; /* rank 0: it may be replaced */
  char *path, *text;
  struct md_known_arm *known; /* keys lie in text */
  unsigned n;
};

/* What was measured of pairs of ranks on one machine, or on two. */
struct md_prior_pair {
  int piece; /* bytes of a piece that leaves at once; 0: not known */
  int early; /* whether early pieces can win; -1: not known */
};

struct md_prior {
  struct md_prior_pair near, far;
  bool alone; /* all ranks are on one machine */
};

struct md_exchanges {
  struct md_exchange *spare; /* under the lock */
};

struct md_pieces {
  struct md_early *begun; /* and not over, on any lane */
  struct md_early *spare;
  uint64_t begun_ever; /* numbers them */
  size_t delta;        /* md_pieces_delta */
  uint64_t held;       /* pieces of all messages that wait for room with their receivers, */
  unsigned waiting;    /* and exchanges that wait for it: they come first */
};

/* Pieces that go as one run, as soon as it is as long as it gets. */
struct md_bares {
  struct md_early *of; /* the message */
  unsigned first, n;
  size_t each; /* bytes of the first */
};

struct md_pending {
  struct md_exchange *first; /* oldest first */
  const char *thread; /* that left them pending */
  int held;                  /* ops must not move */
  uint64_t numbered;
  unsigned looks, uses;
};

/* Receives posted before their exchange. */
struct md_preposts {
  struct md_exchange *first; /* oldest first */
  struct md_exchange *claimed; /* MDMP_VERIFY: not posted, but nobody may touch what they receive into */
};

/* Last frames that wait, in the order of their exchanges. */
struct md_order {
  struct md_held *held;
  unsigned n, room;
};

struct md_verify {
  struct md_shadow *shadows; /* second copies under way, until their receive is complete */
};

struct md_hashlog {
  FILE *file; /* of this rank, open until the end */
  uint64_t exchanges;
};

struct md_messages {
  struct md_sites sites;
  struct md_skips skips;
  struct md_remembered remembered;
  struct md_prior prior;
  struct md_exchanges exchanges;
  struct md_pieces pieces;
  struct md_bares bares;
  struct md_pending pending;
  struct md_preposts preposts;
  struct md_order order;
  struct md_verify verify;
  struct md_hashlog hashlog;
};

/* ---- triggers: what makes messages go early and receives wait ---- */

struct md_histories {
  struct md_history *all; /* the newest first */
  unsigned n;
  unsigned pasts;    /* different messages of all lanes */
  uint64_t executed; /* messages of all lanes */
  bool stale;        /* the watched are not what is expected now */
  struct md_watched *watched;
  unsigned sections; /* so many are watched */
  uint64_t list;     /* how often their list was made */
  unsigned looked;   /* executions of nests that looked at them */
  uint64_t unseen;   /* nests that did not say what they write */
};

struct md_deferrals {
  uint64_t epoch; /* counts what ends all deferrals, */
  bool any;       /* of which some was granted in this one */
};

struct md_owner {
  _Atomic(const char *) thread; /* tells the one that executes regions from others */
  _Atomic(const char *) only; /* the one that is in here now, if there must not be two */
};

/* A message that is begun, part of which lies in whole pages that are watched. */
struct md_paged_part {
  struct md_watched_pages *range; /* NULL: it is free */
  struct md_early *e;
  uint64_t number;
  size_t at; /* where its pages begin in the message */
};

struct md_pageds {
  bool on; /* the region entered last says so */
  unsigned n;
  struct md_pages_count count;
  struct md_paged_part part[MD_RANGES];
};

/* count.c */
struct md_counting {
  unsigned long messages, learnt; /* for which there are counts; passes that learnt one */
  size_t copied, most;            /* bytes of copies now, and at most so far */
};

/* elements.c: bytes of counts for each element now, and at most so far */
struct md_counts {
  size_t now, most;
};

struct md_spare {
  struct md_where where; /* of the call */
  const char *name;
};

enum { MD_SPARES = 16 }; /* calls in one another, beyond which none is watched */

/* Harmless procedures at work, outermost first. */
struct md_spares {
  struct md_spare at[MD_SPARES];
  unsigned n;
  bool unseen; /* it was said that calls of MPI are not seen */
};

enum { MD_WHOLES = 1000 }; /* loops and arrays, beyond which none is noted */

/* whole.c: a loop that the compiler left whole, and an array that it writes. */
struct md_whole {
  struct md_whole *next;
  struct md_where where;
  const char *why;
  uintptr_t from, to; /* the bytes of the array */
  uint64_t at;        /* when it was executed last */
};

struct md_wholes {
  struct md_whole *first;
  unsigned n;
  uint64_t clock;
};

struct md_triggers {
  struct md_pageds paged;
  struct md_counting counting;
  struct md_counts counts;
  struct md_histories histories;
  struct md_deferrals deferrals;
  struct md_owner owner;
  struct md_spares spares;
  struct md_wholes wholes;
};

/* ---- the API of delta send-recv ---- */

enum { MD_SEQUENCES_SEEN = 8 };

struct md_numbering {
  struct md_sequences *first;
  struct md_sequences *seen[MD_SEQUENCES_SEEN]; /* found lately */
  int keyval;    /* by which MPI finds them from the program's communicators */
  bool counting; /* the program's messages are numbered */
  int aside;
};

/* Packets under way. */
struct md_packets {
  struct md_packet *first, *last; /* the one not looked at for longest comes first */
  struct md_packet *spare;
  unsigned n;
};

/* What all messages of the API did, for the profile. */
struct md_delta_sums {
  uint64_t sends, in_increments; /* messages; those that went in increments */
  uint64_t early, early_bytes;   /* increments sent before the end of the message, */
  uint64_t again;                /* and written to afterwards */
  uint64_t receives, announced;
  uint64_t given;                /* waits for data that were over before the message */
};

struct md_delta_requests {
  struct md_delta_sums sums;
  struct mdmp_request *receives; /* under way, the newest first */
  struct mdmp_request *spare;
};

/* Code that may call MPI past the wrappers. */
struct md_uninstrumented {
  bool trusted; /* MDMP_LIBRARIES=apart */
  bool found;
  unsigned long long adds, subs; /* objects loaded and unloaded when they were looked at last */
  const void **known;            /* objects that were there then */
  unsigned n, room;
  char first[256];
};

/* Messages that pages speak for. */
struct md_bypages {
  long threads_of_mpi;  /* made in MPI_Init; below 0: it is not over */
  unsigned closed;      /* receives whose buffer is */
  unsigned long sends, receives;
  atomic_ulong plain;        /* that went as any other, */
  _Atomic(const char *) why; /* and the reason for the first */
  struct md_pages_count sent, received;
};

struct md_deltas {
  struct md_numbering numbering;
  struct md_uninstrumented uninstrumented;
  struct md_packets packets;
  struct md_bypages bypages;
  struct md_delta_requests requests;
};

/* ---- entry points ---- */

struct md_calls {
  struct md_procedure *procedures; /* announced, called or granted to so far: handles point to them until the end */
  struct md_table by_name;
  struct md_procedure *granted; /* who was granted something last; NULL: it was taken */
};

struct md_nests {
  struct md_registry all;
};

/* How messages are sent early in a region. */
struct md_ways {
  size_t delta; /* bytes of a piece */
  bool paged;
};

struct md_regions {
  struct md_region *first; /* that were entered so far: handles of the program point to them until the end */
  struct md_ways *ways;    /* of the regions that are entered and not left, innermost last */
  unsigned depth, room;
  uint64_t stays; /* so far: numbers them */
};

/* The sends of a list of mdmp_fire so far. */
struct md_fires {
  struct md_hint *hint;
  unsigned n, room;
};

/* Communicator and tag that messages inherit. */
struct md_inherited {
  _Atomic uint64_t now;  /* md_inherited_pack */
  uint64_t *before;      /* what it was outside of each region that told something, innermost last */
  unsigned depth, room;
};

struct md_entries {
  struct md_calls calls;
  struct md_inherited inherited;
  struct md_fires fires;
  struct md_nests nests;
  struct md_regions regions;
};

#endif
