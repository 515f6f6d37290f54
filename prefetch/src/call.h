/* A connection to the answering thread of a rank, made when it is first asked, and what it has answered.
 *
 * The thread of the program looks after it while it waits for a message. Where it asked for one that it will only want later,
 * the answering thread reads what comes meanwhile; so all of this is under a lock of its own. Nothing waits for a connection: one
 * that breaks, or cannot be made, is not tried again, and messages are plain from then on. But where a request must be settled,
 * what was said over a connection that broke since counts: a new one is made for that question. */
#ifndef PF_CALL_H
#define PF_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "proof.h"

#pragma GCC visibility push(hidden)

struct pollfd;

/* A request that is under way, and what came for it. */
struct pf_order {
  struct pf_order *next; /* of the connection */
  struct pf_call *call;
  uint64_t ask;
  char *staging;
  unsigned char *have; /* by block */
  size_t capacity, room;
};

struct pf_call {
  enum { PF_CONNECTING, PF_GREETS, PF_OPEN, PF_DEAD } state; /* PF_GREETS: somebody is there, who has not said yet who he is */
  int fd, peer;
  struct pf_meeting meeting;
  uint64_t settles; /* the request that is to be settled */
  enum pf_verdict verdict;
  unsigned tried; /* addresses */
  unsigned worked; /* with so many tried it was open once: the other side may have read what was asked; 0: never */
  uint64_t since; /* when the last one was */

  struct pf_order *orders, *spare;
  bool polled; /* the answering thread waits for it, if it waits for any: see pf_state */

  struct pf_frame in;
  size_t got;             /* of that */
  struct pf_order *order; /* whose data follow; NULL: they are of no use */
  size_t left;            /* how many */
  uint64_t frames, confirmed;
  char out[32 * sizeof(struct pf_frame)];
  size_t out_n;
};

/* Sends a request to a rank of MPI_COMM_WORLD; its ask and capacity are set. NULL: it cannot be asked. */
struct pf_order *pf_call_ask(int world, struct pf_frame request);
/* Whether the message that a request asked for is on its way already; if not no stand-in will answer it. Waits for the other side's
 * word. */
bool pf_call_spent(const struct pf_order *o, struct pf_frame request);
/* What still comes for a request is of no use. */
void pf_call_end(struct pf_order *o);
/* Reads what has come, confirms it. */
void pf_call_turn(struct pf_call *c);

/* The program's thread begins to read by itself; it leaves that to the other one, if there are requests. */
void pf_calls_mine(void);
/* It reads all that has come. */
void pf_calls_hear(void);
void pf_calls_yours(void);
/* For the answering thread: what it has to wait for (room for all ranks), how many; and to read what has come. */
size_t pf_calls_poll(struct pollfd *polls);
void pf_calls_turn(void);

void pf_calls_close(void);

#pragma GCC visibility pop
#endif
