/* An exchange under way, its operations and its requests. */
#ifndef MDMP_EXCHANGE_H
#define MDMP_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lane.h"
#include "section.h"
#include "site.h"

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_stage;

/* One send or receive directive in execution: one message. */
struct md_op {
  enum md_direction dir;
  int line, handle, tag, peer;
  unsigned part, parts; /* its sections, in the exchange's list */
  size_t bytes;
  struct md_exchange *ex;
  struct md_lane *lane;
  struct md_place *place;
  struct md_op *next;    /* receives: the next one on the lane */
  uint64_t q;            /* its number on the lane */
  int open;              /* what is still to come: 1 for the frames, 1 for each direct request */
  bool direct_posted;    /* receives: the direct bytes have their receive */
  int direct_error;      /* receives: what MPI said of the direct bytes, told once the header is known */
  struct md_stage *stage; /* plain memory for the direct bytes of strided sections */
};

/* What a request of the exchange is for. */
enum md_use { MD_FRAME_IN, MD_FRAME_OUT, MD_DIRECT_IN, MD_DIRECT_OUT };

struct md_request {
  enum md_use use;
  struct md_op *op;
  struct md_buffer *buffer; /* of a frame */
};

/* Requests and what they are for, side by side: MPI wants the first alone. */
struct md_requests {
  MPI_Request *mpi;
  struct md_request *what;
  int *index;         /* scratch for Waitsome */
  MPI_Status *status;
  int n, room;
};

struct md_exchange {
  struct md_exchange *outer; /* the exchange whose construction this one interrupts; or the next spare one */
  int64_t *x;
  struct md_site *site;
  struct md_op *op;
  unsigned ops, op_room;
  struct md_section *part;
  unsigned parts, part_room;
  unsigned message; /* first part of the message under construction */
  struct md_requests own, inbox; /* inbox: posted for us by another thread */
  int unfinished; /* receives and outgoing requests not complete */
};

/* Under the lock. Posts a request for op; by is the exchange that runs on this thread. */
void md_request_add(struct md_op *op, struct md_exchange *by, MPI_Request mpi, enum md_use use,
                    struct md_buffer *buffer);

/* post.c, under the lock: what an operation puts on the wire or expects from it. */
void md_post_recv(struct md_op *op);
void md_post_send(struct md_op *op);
void md_post_frame_recv(struct md_op *op, struct md_exchange *by);

/* direct.c, under the lock: the bytes of a large message. */
void md_direct_recv(struct md_op *op, struct md_exchange *by);
void md_direct_send(struct md_op *op);
void md_direct_done(struct md_op *op); /* all bytes have moved: gives the staging memory back */
void md_direct_close(void);

/* dispatch.c, under the lock: a frame has come for op's lane. */
void md_dispatch(struct md_lane *l, struct md_buffer *b, struct md_exchange *by);

/* wait.c: completes everything. */
void md_wait(struct md_exchange *ex);

/* One unit of op is done. */
static inline void md_op_step(struct md_op *op) {
  if (--op->open > 0) return;
  if (op->stage != NULL) md_direct_done(op);
  if (op->dir == MD_RECV) op->ex->unfinished--;
}

/* The bytes of an op as a stream. */
void md_op_pack(const struct md_op *op, size_t from, size_t length, char *to);
void md_op_unpack(const struct md_op *op, size_t from, size_t length, const char *data);

void md_exchange_close(void);

#pragma GCC visibility pop
#endif
