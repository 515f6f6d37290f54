/* Receives that ask while they wait. */
#ifndef PF_RECEIVING_H
#define PF_RECEIVING_H

#include "history.h"

#pragma GCC visibility push(hidden)

struct pf_receive {
  void *buf;
  int count;
  MPI_Datatype type;
  int source, tag;
  MPI_Comm comm;
};

/* As MPI_Recv; the message is h's next one. No other receive of this process may take it. */
int pf_receiving(const struct pf_receive *r, struct pf_comm *c, struct pf_history *h, MPI_Status *status);

#pragma GCC visibility pop
#endif
