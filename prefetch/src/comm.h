/* Communicators that both sides can name, and the counts that make a stand-in certain.
 *
 * S: how many messages with tags of one class this process has given to MPI for a rank, by any call, counted before MPI gets
 * them. R: how many of a rank's were received here, counted after that. S is never below what was sent, R never above what was
 * received, and nothing is received that was not sent: where the R of the one side is the S of the other, nothing of that class
 * is under way. Classes are there so that a message with one tag need not wait for those with others.
 *
 * A name is worked out on each process alone: from the name of the communicator that a collective call made this one of,
 * the number of such calls on that, and who is its first rank. Collective calls come in one order on all processes, so
 * names agree, without a message. What is made in any other way has no name, and nothing is done there. */
#ifndef PF_COMM_H
#define PF_COMM_H

#include "state.h"

#pragma GCC visibility push(hidden)

struct pf_request;
struct pf_shadow;

struct pf_comm {
  struct md_entry handled;
  struct pf_named {
    struct md_entry entry;
    struct pf_comm *comm;
  } named;
  MPI_Comm handle;
  uint64_t name[2];
  uint64_t made; /* calls that made communicators of this one */
  bool mute;     /* what is made of this one gets no name */
  bool gone;
  bool together;        /* it has a name on all of its ranks */
  bool spans;           /* several machines */
  struct pf_shadow *shadow; /* for collective calls */
  bool alone;           /* there can be none */
  bool own;             /* this one is the library's */
  int size, rank;
  int *world;           /* ranks in MPI_COMM_WORLD */
  uint64_t *sent;       /* S, by rank and class: see pf_class */
  uint64_t *received;   /* R */
  struct pf_request *first, *last; /* receives that are outstanding, in the order in which they were posted */
  unsigned lost;        /* those of which nothing is known any more: they may be outstanding for ever */
  unsigned users;       /* requests that point here */
  struct pf_lane *lanes;
};

/* The communicator, NULL if nothing is done on it. */
struct pf_comm *pf_comm(MPI_Comm handle);
/* By its name; under the lock. */
struct pf_comm *pf_comm_named(const uint64_t name[2], int size);

/* MPI_COMM_WORLD, in MPI_Init. */
void pf_comm_world(void);
/* A collective call on parent has made child, if error is MPI_SUCCESS. PF_NAMED: in a way that is understood, as all ranks
 * know; PF_HERE: that holds for this rank; PF_UNNAMED: it is not. */
enum pf_made { PF_NAMED, PF_HERE, PF_UNNAMED };
void pf_comm_made(MPI_Comm parent, MPI_Comm child, int error, enum pf_made how);
/* One of the library's own, of the same ranks. NULL: it cannot be. */
struct pf_comm *pf_comm_beside(const struct pf_comm *c, MPI_Comm own);
/* A communicator that must be left alone from now on, or that the program frees. */
void pf_comm_drop(MPI_Comm handle);
void pf_comm_unused(struct pf_comm *c);

enum { PF_CLASSES = 8 }; /* of tags */

/* Where messages of a rank with a tag are counted. */
static inline size_t pf_class(int rank, int tag) {
  uint32_t mixed = (uint32_t)tag * 0x9e3779b1u;
  return (size_t)rank * PF_CLASSES + (mixed >> 16) % PF_CLASSES;
}

/* A message from a rank was received. */
static inline void pf_received(struct pf_comm *c, int source, int tag) {
  if (source >= 0 && source < c->size && tag >= 0) c->received[pf_class(source, tag)]++;
}

/* The same of a receive, whose status says what it left open. */
static inline void pf_received_with(struct pf_comm *c, int source, int tag, const MPI_Status *s) {
  pf_received(c, source >= 0 ? source : s->MPI_SOURCE, tag >= 0 ? tag : s->MPI_TAG);
}

#pragma GCC visibility pop
#endif
