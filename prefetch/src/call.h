/* A connection to the answering thread of a rank, made when it is first asked, and what it has answered.
 *
 * It belongs to the thread of the program, which looks after it while it waits for the message. Nothing waits for it: one
 * that breaks, or cannot be made, is not tried again, and messages are plain from then on. */
#ifndef PF_CALL_H
#define PF_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

#pragma GCC visibility push(hidden)

struct pf_call {
  enum { PF_CONNECTING, PF_OPEN, PF_DEAD } state;
  int fd, peer;
  unsigned tried; /* addresses */
  uint64_t since; /* when the last one was */

  uint64_t ask;        /* the last request */
  char *staging;       /* what came for it */
  unsigned char *have; /* by block */
  size_t capacity, room;

  struct pf_frame in;
  size_t got;  /* of that */
  char *into;  /* where its data go: NULL, they are of no use */
  size_t left; /* how many */
  uint64_t frames;
  char out[32 * sizeof(struct pf_frame)];
  size_t out_n;
};

/* Sends a request to a rank of MPI_COMM_WORLD; its ask and capacity are set. NULL: it cannot be asked. */
struct pf_call *pf_call_ask(int world, struct pf_frame request);
/* Reads what has come, confirms it. */
void pf_call_turn(struct pf_call *c);
void pf_calls_close(void);

#pragma GCC visibility pop
#endif
