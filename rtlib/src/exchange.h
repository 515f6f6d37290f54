/* An exchange under way, its operations and its requests. */
#ifndef MDMP_EXCHANGE_H
#define MDMP_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arrived.h"
#include "lane.h"
#include "section.h"
#include "site.h"

#pragma GCC visibility push(hidden)

struct md_stage;
struct md_shadow;

/* One send or receive directive in execution: one message. */
struct md_op {
  enum md_direction dir;
  int line, handle, tag, peer;
  bool prompt;          /* a receive that completes at the exchange, whatever the others do */
  unsigned part, parts; /* its sections, in the exchange's list */
  size_t bytes;
  struct md_exchange *ex;
  struct md_lane *lane;
  struct md_place *place;
  uint64_t q;             /* its number on the lane */
  int open;               /* requests for its bytes that are not complete */
  struct md_stage *stage; /* plain memory for its bytes, if they do not lie in one piece */
  struct md_op *next_due; /* receives: list of those that must see their header */
  bool framed;            /* receives: the bytes come in frames and are not all there */
  struct md_op *next_framed; /* on the lane, in order of q */
  size_t missing;            /* of a framed message: at least so much has never come */
  struct md_shadow *shadow;  /* verify.c: receives: its second copy, not compared yet */
  double since;              /* profile.c: when it was posted */
  struct md_arrived arrived; /* of a framed message: what came for good */
};

/* Its bytes have come (or are gone). */
static inline bool md_op_arrived(const struct md_op *op) { return op->open <= 0 && !op->framed; }

/* What a request is for. */
struct md_request {
  struct md_op *op;
  size_t bytes; /* expected */
};

/* Requests and what they are for, side by side: MPI wants the first alone. */
struct md_requests {
  MPI_Request *mpi;
  struct md_request *what;
  int *index; /* scratch for Testsome */
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
  struct md_requests req;
  int open; /* requests not complete */
  int due;  /* receives that have not seen their header and must; under the lock */
  _Atomic int framed; /* receives whose frames have not all come */
  bool managed; /* sends go as the arm of the site says */
  bool remembered; /* its sends, by history.c */
  bool lazy;    /* receives may stay pending after the end, */
  int prompt;   /* but not that at this line */
  const struct md_licence *licence; /* and only into what it grants; NULL: anything */
  bool far;     /* some peer is on another machine */
  bool pending; /* in the background, with what is posted of it so far */
  bool poison;  /* verify.c: and hold a pattern meanwhile */
  int shadows;  /* verify.c: receives not compared */
  struct md_exchange *later; /* the next one pending */
  uint64_t number;           /* counts those that were left pending */
};

void md_requests_grow(struct md_requests *r);

/* A request was posted for op. */
static inline void md_request_add(struct md_op *op, MPI_Request mpi, size_t bytes) {
  struct md_exchange *ex = op->ex;
  struct md_requests *r = &ex->req;
  if (__builtin_expect(r->n == r->room, 0)) md_requests_grow(r);
  r->mpi[r->n] = mpi;
  r->what[r->n++] = (struct md_request){op, bytes};
  op->open++;
  ex->open++;
}

/* post.c, under the lock: what an operation puts on the wire or expects from it. */
void md_post_recv(struct md_op *op);
void md_post_send(struct md_op *op, struct md_slot *slot);

/* reader.c, under the lock: obeys the frames that have come on a receiving lane; says how many. */
int md_read_frames(struct md_lane *l);

/* mismatch.c: received bytes (SIZE_MAX: more than fit) do not fit op. */
_Noreturn void md_fail_size(struct md_op *op, size_t received);

/* wait.c: completes everything. */
void md_wait(struct md_exchange *ex);

/* wait.c: acts on what is complete; says how much that was. */
int md_look(struct md_exchange *ex);

/* wait.c: the bytes in staging memory go where they belong. */
void md_unstage(struct md_op *op);

/* reader.c: the bytes of op come in frames. */
void md_expect_frames(struct md_op *op);

/* An exchange that is over goes back. */
void md_exchange_give(struct md_exchange *ex);

/* The bytes of an op as a stream. */
static inline void md_op_pack(const struct md_op *op, size_t from, size_t length, char *to) {
  md_parts_pack(&op->ex->part[op->part], from, length, to);
}
static inline void md_op_unpack(const struct md_op *op, size_t from, size_t length, const char *data) {
  md_parts_unpack(&op->ex->part[op->part], from, length, data);
}

void md_exchange_close(void);

#pragma GCC visibility pop
#endif
