/* Waiting for receives, and asking meanwhile.
 *
 * Receives are posted already; each one that asks is certain to get the next message from its rank with its tag. While they
 * are waited for nothing else of the program runs, and the only way out is that all of them are complete: so a stand-in that
 * was granted is met by the receive that asked, and the message made of it at once. Requests stay as they are
 * (MPI_Request_get_status): the call of MPI that the program made, or one like it, completes them afterwards, with its
 * statuses and errors. */
#ifndef PF_AWAIT_H
#define PF_AWAIT_H

#include "call.h"
#include "history.h"

#pragma GCC visibility push(hidden)

struct pf_await {
  MPI_Request *request;
  struct pf_comm *comm; /* NULL: no receive */
  void *buf;
  size_t most;     /* bytes that it may take; 0: not understood, or not from one rank of another machine: it never asks */
  int source, tag; /* in comm; source may be MPI_ANY_SOURCE where it never asks */
  struct pf_history *history; /* NULL: it never asks */
  bool asks, asked;     /* it shall; it did */
  struct pf_order *order; /* what it asked for, until it is done */
  bool done;            /* it is complete */
  bool counted;         /* its message is in R */
  size_t length, saved; /* of the message, if a stand-in has come; what was not in that */
};

/* Sets what is known of a receive of which the first members are set. */
void pf_await_known(struct pf_await *a);
/* Whether it shall ask, if no other receive could take its message. To be called once for each message. */
bool pf_await_asks(struct pf_await *a);

/* Asks for the next message like one that is complete, which is certain to meet a receive of the library's own that will be given what
 * is returned. NULL: it cannot be asked for. */
struct pf_order *pf_await_next(const struct pf_await *a);

/* Waits until all are complete. */
void pf_await(struct pf_await *const *list, int n);

/* It is complete, with this status, which gets the length of the message. */
void pf_await_end(struct pf_await *a, MPI_Status *status);

#pragma GCC visibility pop
#endif
