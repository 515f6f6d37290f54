/* Who else has the library, and where its answering thread listens. */
#ifndef PF_PEER_H
#define PF_PEER_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { PF_ADDRESSES = 4 };

struct pf_peer {
  uint32_t version; /* 0: it does nothing */
  uint32_t report;
  uint32_t port;                 /* in the order of the network, as what follows */
  uint32_t address[PF_ADDRESSES]; /* 0: no more */
  uint32_t options;              /* those of rank 0 count: what they say must be one thing on all ranks */
  uint64_t machine;
  uint64_t secret[2], nonce[2]; /* those of rank 0 count */
};

/* Tells all others of this process and learns of them, in MPI_Init. False: there is nothing to be done here. */
bool pf_peers_meet(bool usable);
/* Whether the rank may be asked. */
bool pf_peer_far(int world);

#pragma GCC visibility pop
#endif
