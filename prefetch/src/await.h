/* Asking for messages, and waiting for them.
 *
 * A receive that asks is posted already, and certain to get the next message from its rank with its tag: a stand-in that was
 * granted is met by it, whenever it comes and whatever else the program receives meanwhile. All calls by which a program may
 * learn that it is complete come here, and the message is made of the stand-in in them. A receive that is given up
 * before (MPI_Cancel, MPI_Request_free) is settled with the sender's side first. While several are waited for requests stay as they are
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
  bool considered, asks, asked; /* whether it shall was decided; it shall; it did */
  struct pf_order *order; /* what it asked for, until it is done */
  uint64_t since;       /* it is waited for */
  bool done;            /* it is complete, and its message made */
  bool counted;         /* its message is in R */
  bool vague;           /* its status does not say what it took: it must not be counted */
  size_t length, saved; /* of the message, if a stand-in has come; what was not in that */
};

/* Sets what is known of a receive of which the first members are set. */
void pf_await_known(struct pf_await *a);
/* Whether it shall ask, if no other receive could take its message. To be called once for each message. */
bool pf_await_asks(struct pf_await *a);

/* Asks for the next message like one that is complete, which is certain to meet a receive of the library's own that will be given what
 * is returned. NULL: it cannot be asked for. */
struct pf_order *pf_await_next(const struct pf_await *a);

/* Asks for the message of one that was posted now, if it shall: while the program computes there is time. */
void pf_await_early(struct pf_await *a);

/* It is complete, as MPI says. */
void pf_await_there(struct pf_await *a, const MPI_Status *status);
/* Gives a status of it the length of the message. */
void pf_await_tell(const struct pf_await *a, MPI_Status *status);
/* It is given up. False: its message is on its way, so it cannot be. */
bool pf_await_leave(struct pf_await *a);
/* It is over, and no message was made. */
void pf_await_drop(struct pf_await *a);

/* Waits until all are complete. */
void pf_await(struct pf_await *const *list, int n);

/* It is complete, with this status, which gets the length of the message. */
void pf_await_end(struct pf_await *a, MPI_Status *status);

#pragma GCC visibility pop
#endif
