/* Receives that are outstanding, and persistent requests.
 *
 * A rank is asked for a message only if the receive that waits for it is certain to get it: no receive that was posted
 * before could take it. So those that are under way are known by their requests, in the order in which they were posted, from
 * the call that makes them to the one that completes them. Where that is missed, a receive counts as outstanding for ever,
 * and no rank is asked any more on that communicator. */
#ifndef PF_REQUEST_H
#define PF_REQUEST_H

#include "await.h"

#pragma GCC visibility push(hidden)

/* A receive; most: bytes that it may take, 0 if it must not ask. One that is not persistent is under way. */
void pf_request_receives(MPI_Request request, struct pf_await a, bool persistent);
/* A persistent send. */
void pf_request_sends(MPI_Request request, MPI_Comm comm, int dest, int tag);
/* A persistent one is about to be started; it was. */
void pf_request_start(MPI_Request request);
void pf_request_started(MPI_Request request);
/* It is to be cancelled. False: its message is on its way, so it cannot be. */
bool pf_request_cancels(MPI_Request request);
void pf_request_freed(MPI_Request request);
/* Its status says that it is complete. */
void pf_request_seen(MPI_Request request, MPI_Status *status);
/* One of these is waited for: those that have not asked yet, as another one stood before them, may do so now. */
void pf_requests_early(int n, const MPI_Request *requests);
/* These are waited for until all are complete. */
void pf_requests_await(int n, MPI_Request *requests);
/* It is complete; status: NULL if it ended with an error. */
void pf_request_done(MPI_Request request, MPI_Status *status);
/* Whether it is one of ours. */
static inline bool pf_requests(void) { return pf.requests.n > 0; }
/* Whether it lasts when it is complete. */
bool pf_request_persists(MPI_Request request);

/* Whether a receive that is outstanding could take a message that a later one waits for. */
bool pf_request_takes(const struct pf_comm *c, int source, int tag);

#pragma GCC visibility pop
#endif
