/* Receives that are outstanding, and persistent requests.
 *
 * While another receive of a process could take a message from a rank, that rank is not asked: its stand-in would not be
 * certain to meet the receive that waits for it. So those that are under way are known by their requests, from the call that
 * makes them to the one that completes them. Where that is missed, the receive counts as outstanding for ever, and the rank
 * is not asked any more. */
#ifndef PF_REQUEST_H
#define PF_REQUEST_H

#include "comm.h"

#pragma GCC visibility push(hidden)

/* peer: the rank that is sent to or received from, or MPI_ANY_SOURCE. One that is not persistent is a receive under way. */
void pf_request_made(MPI_Request request, MPI_Comm comm, int peer, int tag, bool sends, bool persistent);
/* A persistent one is about to be started. */
void pf_request_start(MPI_Request request);
void pf_request_cancelled(MPI_Request request);
void pf_request_freed(MPI_Request request);
/* It is complete; status: NULL if it ended with an error. */
void pf_request_done(MPI_Request request, const MPI_Status *status);
/* Whether it is one of ours. */
static inline bool pf_requests(void) { return pf.requests.n > 0; }
/* Whether it lasts when it is complete. */
bool pf_request_persists(MPI_Request request);

/* A message from a rank was received. */
void pf_received(struct pf_comm *c, int source);

#pragma GCC visibility pop
#endif
