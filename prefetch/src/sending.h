/* What happens to a message before MPI gets it: it is counted, remembered, and perhaps a stand-in takes its place. */
#ifndef PF_SENDING_H
#define PF_SENDING_H

#include "real.h"

#pragma GCC visibility push(hidden)

struct pf_send {
  const void *buf; /* buf and count may be changed to those of a stand-in */
  MPI_Count count;
  MPI_Datatype type;
  int dest, tag;
  MPI_Comm comm;
};

/* PF_WHOLE: the message must stay as it is. PF_LENT: MPI may read it after the call. */
enum pf_way { PF_WHOLE, PF_GIVEN, PF_LENT };

void pf_sending(struct pf_send *s, enum pf_way way);
/* A message was counted twice. */
void pf_sending_once(const struct pf_send *s);
/* One that will not be sent is remembered as if it had been, and the next one may be asked for. */
void pf_learn(const struct pf_send *s);

#pragma GCC visibility pop
#endif
