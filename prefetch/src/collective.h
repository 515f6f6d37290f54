/* Collective calls made of messages between pairs of ranks, each of which may be prefetched.
 *
 * Every kind of call is here a set of pieces: who sends which part of what to whom. A piece goes with the types of the
 * program on both sides: they may differ, as their signatures agree. Among many ranks Bcast and Reduce go over a tree: each rank
 * passes on what it has got. */
#ifndef PF_COLLECTIVE_H
#define PF_COLLECTIVE_H

#include <stdbool.h>

#include "real.h"
#include "tree.h"

#pragma GCC visibility push(hidden)

/* From here on (PF_ALLGATHER) all send to all; those before have a root. */
enum pf_kind { PF_BCAST, PF_REDUCE, PF_SCATTER, PF_SCATTERV, PF_GATHER, PF_GATHERV, PF_ALLGATHER, PF_ALLGATHERV, PF_ALLTOALL, PF_ALLTOALLV };

/* An array of int, or of MPI_Count and MPI_Aint. */
struct pf_ints {
  const void *at; /* NULL: none */
  bool wide;
};

struct pf_side {
  const void *buf;
  MPI_Count count; /* of each piece, where there are no counts */
  MPI_Datatype type;
  struct pf_ints counts, displs;
  MPI_Aint extent;
  int size; /* of the type */
};

struct pf_collective {
  enum pf_kind kind;
  int root;
  struct pf_side out, in; /* Bcast: both are the same */
  MPI_Op op;              /* Reduce */
  struct pf_tree tree;    /* Bcast and Reduce; of no ranks: each is one step from the root */
};

/* Makes a call. False: it is MPI's. */
bool pf_collective(struct pf_collective *k, MPI_Comm comm, int *error);
/* MPI has made it. Returns the error. */
int pf_collective_own(int error);

#pragma GCC visibility pop
#endif
