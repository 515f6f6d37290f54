/* A communicator of the program and its private twin: the same processes in the same order. */
#ifndef MDMP_COMM_H
#define MDMP_COMM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "rt.h"
#include "table.h"

#pragma GCC visibility push(hidden)

struct md_peer;
struct md_question;

struct md_comm {
  struct md_comm *next, *before; /* in order of creation */
  MPI_Comm user;        /* MPI_COMM_NULL for the world and the commons, which the program never frees, and where it has freed it */
  MPI_Comm comm;        /* all our traffic, errors returned: the twin, */
  struct md_comm *commons; /* or that of the commons, where it was not named (introduce.c); else NULL */
  MPI_Group members;       /* not named: those that ranks are of */
  bool agreed;             /* not named: and all know that it was used before it was named */
  MPI_Comm shadow;      /* verify.c: another one, for second copies */
  int rank, size;
  int tag_most;            /* largest tag of a lane; -1: has none (foreign.c) */
  int list_tag, word_tag;  /* named: MPI's: lists of evicted lanes; gone.c */
  struct md_table lanes, peers, known; /* lane.c */
  struct md_peer *peer;                /* all */
  bool closing, evicting;
  bool over;               /* not named, left, and all that came is read (leave.c) */
  /* gone.c */
  struct md_question *question; /* not answered: so many */
  unsigned questions, question_room;
  int heard, unanswered; /* questions of others, in all; our own that are not answered */
};

/* Changes when a communicator or lanes go: what was cached before is void. */
static inline uint64_t md_comm_epoch(void) { return md_rt.transport.comms.epoch; }
static inline void md_comm_next_epoch(void) { md_rt.transport.comms.epoch++; }

/* Under the lock. The communicator with this Fortran handle (or MDMP_WORLD). */
struct md_comm *md_comm_find(int handle, struct md_where at);

/* Whether messages with this tag have no lane on this communicator: it was not named and has processes of another world, or
 * the tag is in the upper half: a lane takes two tags on a twin, or one in that half on the program's communicator. Both sides find that alike. */
bool md_comm_foreign(int handle, int tag, struct md_where at);

/* MPI's. */
int md_comm_largest_tag(void);
_Noreturn void md_comm_bad_tag(int tag, struct md_where at);
void md_comm_check_peer(const struct md_comm *c, int peer, struct md_where at);

/* Where lanes run of those that are not named. */
static inline struct md_comm *md_comm_commons(void) { return md_rt.transport.comms.commons; }

/* A new number for a lane on it. */
static inline uint64_t md_comm_number(void) { return md_rt.transport.comms.numbered++; }

/* The rank in c->comm of one of c. */
int md_comm_to(const struct md_comm *c, int rank);

/* The tag in the program's communicator by which lanes with this tag are introduced. */
int md_comm_tag(const struct md_comm *c, int tag);

/* Collective. Makes the communicator's twin unless that was done before, or some process has used it without. */
void md_comm_name(int handle, struct md_where at);

/* All that there are, in a list. */
static inline struct md_comm *md_comm_first(void) { return md_rt.transport.comms.first; }

/* Collective over MPI_COMM_WORLD: its twin, and the commons. */
struct md_comm *md_comm_make_world(struct md_where at);

/* c was not named, and all that came on it is read: it goes. */
void md_comm_bury(struct md_comm *c);

/* Collective. A communicator of the same processes in the same order, which returns errors. It is no duplicate: that would take the
 * program's attributes along, so that their functions are called for it, too, and hints about the order of messages. */
MPI_Comm md_comm_twin(MPI_Comm user, struct md_where at);

/* Collective. At MPI_Finalize: closes and frees all that are left. */
void md_comm_close_all(void);

#pragma GCC visibility pop
#endif
