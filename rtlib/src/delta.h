/* Messages of the API of delta send-recv. */
#ifndef MDMP_DELTA_REQUEST_H
#define MDMP_DELTA_REQUEST_H

#include <mpi.h>
#include <stdbool.h>

#include "error.h"
#include "mdmp_delta.h"

#pragma GCC visibility push(hidden)

/* A message that was begun and is not complete. */
struct mdmp_request {
  struct mdmp_request *next; /* receives under way, the newest first; or spare */
  bool sends, ended;         /* ended: MPI has it */
  bool over;                 /* complete: status is what MPI said, error what it returned */
  int error;
  union {
    const void *from;
    void *to;
  } buf;
  int count, peer, tag;
  MPI_Datatype datatype;
  MPI_Comm comm;
  MPI_Request mpi;
  MPI_Status status;
  MPI_Aint bytes;     /* of the buffer; -1: its bytes do not lie in order */
  struct md_where at; /* where it was begun; file NULL: not known */
};

void md_delta_close(void);

#pragma GCC visibility pop
#endif
