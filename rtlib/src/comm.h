/* A communicator of the program and its private duplicate. */
#ifndef MDMP_COMM_H
#define MDMP_COMM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_lane;

struct md_comm {
  struct md_comm *next; /* in order of creation */
  MPI_Comm user;        /* MPI_COMM_NULL for the world: never freed by the program */
  MPI_Comm comm;        /* the duplicate: all our traffic, errors returned */
  MPI_Comm shadow;      /* verify.c: another one, for second copies */
  int rank, size;
  int tag_most;            /* largest tag a directive may use */
  struct md_lane **table;  /* lanes, hashed; lane.c */
  unsigned table_size, lanes;
  size_t *backlog; /* by peer: bytes sent in pieces that it is not known to have taken */
  bool closing;
};

/* Changes when a communicator goes: what was cached before is void. */
extern uint64_t md_comm_epoch;

/* Under the lock. The communicator with this Fortran handle (or MDMP_WORLD). Fails if it was never named. */
struct md_comm *md_comm_find(int handle, struct md_where at);

/* Collective. Duplicates the communicator unless that was done before. */
void md_comm_name(int handle, struct md_where at);

/* Collective over MPI_COMM_WORLD: its duplicate. */
struct md_comm *md_comm_make_world(struct md_where at);

/* Collective. At MPI_Finalize: closes and frees all that are left. */
void md_comm_close_all(void);

#pragma GCC visibility pop
#endif
