/* An exchange under way, its operations and its requests. */
#ifndef MDMP_EXCHANGE_H
#define MDMP_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arrived.h"
#include "lane.h"
#include "lists.h"
#include "requests.h"
#include "section.h"
#include "site.h"
#include "stage.h"

#pragma GCC visibility push(hidden)

struct md_early;
struct md_shadow;
struct md_view;

/* One send or receive directive in execution: one message. */
struct md_op {
  enum md_direction dir;
  int line, handle, tag, peer;
  bool prompt;          /* a receive that must not stay pending */
  bool unmet;           /* a receive that is not posted: its lane was not introduced (introduce.c) */
  bool foreign;         /* has no lane (foreign.h) */
  bool ahead;           /* a receive that is posted, and whose exchange is not executed (preposted.h) */
  unsigned part, parts; /* its sections, in the exchange's list */
  size_t bytes;
  struct md_exchange *ex;
  struct md_lane *lane;
  struct md_place *place;
  uint64_t q;             /* its number on the lane */
  int open;               /* requests for its bytes that are not complete */
  bool begun, early;      /* sends: the message was begun before, bytes were sent before, */
  bool packed;            /* or right before its exchange */
  struct md_early *rest;  /* sends: pieces of this message still wait for room with the receiver */
  struct md_stage *stage; /* plain memory for its bytes, if they do not lie in one piece */
  bool due;               /* receives: its header must be seen, or the frame that says it is complete, and was not */
  struct md_op *next_due; /* receives: list of those */
  bool framed;            /* receives: the bytes come in frames and are not all there */
  struct md_op *next_framed; /* on the lane, in order of q */
  size_t missing;            /* framed: at least so many bytes have never come */
  struct md_shadow *shadow;  /* verify.c: receives: its second copy, not compared yet */
  double since;              /* profile.c: when it was posted */
  struct md_arrived arrived; /* framed: bytes that came and will not come again */
};

/* Its bytes have come (or are gone). */
static inline bool md_op_arrived(const struct md_op *op) { return op->open <= 0 && !op->framed && !op->due; }

/* What a request is for. */
struct md_request {
  struct md_op *op;
  size_t bytes; /* expected */
};

/* An operation with another world. */
struct md_foreign {
  struct md_op op;
  char *data; /* its bytes */
  MPI_Request *request;
  unsigned requests;
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
  uint32_t kind;    /* the same for executions that exchange as much: cycle.h */
  struct md_amiss amiss; /* with a list of it */
  struct md_requests req;
  struct md_request *what; /* beside each of them */
  int open; /* requests not complete */
  _Atomic int due;    /* receives that have not seen their header and must */
  _Atomic int framed; /* receives whose frames have not all come */
  unsigned foreign_ops;       /* operations that are foreign */
  struct md_foreign *foreign; /* those that are posted */
  unsigned foreigns, foreign_room;
  int unmet;   /* receives whose lanes were not introduced */
  int crowded; /* sends of which pieces wait for room */
  enum { MD_NOT_MANAGED, MD_MANAGED, MD_DEFERRABLE_ONLY } manage; /* what the program says of it */
  bool managed;    /* sends go the way that the tuner tries at the site */
  bool remembered; /* history.c learns its sends */
  bool lazy;       /* receives may stay pending when it is over */
  int prompt;      /* the line of a receive that must not */
  const struct md_deferral *deferral; /* receives may stay pending in this memory only; NULL: in any */
  bool apart;                       /* of a thread that is not the one of the regions: rt.h */
  bool far;                         /* some peer is on another machine */
  bool pending;                     /* what is posted of it is among the pending, even while it still posts */
  bool poison;                      /* verify.c: sections hold a pattern until their receive is complete */
  int shadows;                      /* verify.c: receives whose second copy is not compared yet */
  struct md_exchange *later; /* the next one pending, or posted ahead */
  uint64_t number;           /* counts those that were left pending */
};

/* A request was posted for op. */
static inline void md_request_add(struct md_op *op, MPI_Request mpi, size_t bytes) {
  struct md_exchange *ex = op->ex;
  struct md_requests *r = &ex->req;
  ex->what = md_requests_room(r, ex->what, sizeof *ex->what);
  r->mpi[r->n] = mpi;
  ex->what[r->n++] = (struct md_request){op, bytes};
  op->open++;
  ex->open++;
}

/* post.c: the MPI messages that op is on the direct tag; more than one if it is longer than MDMP_CHUNK. */
size_t md_lengths(const struct md_op *op);

/* post.c, under the lock: what an operation puts on the wire or expects from it. */
void md_post_recv(struct md_op *op);

/* Whether a send, the next one on its lane, goes whole and may not be complete yet (order.h). */
bool md_send_waits(struct md_op *op);
void md_post_send(struct md_op *op, struct md_slot *slot);

/* reader.c, under the lock: obeys the frames that have come on a receiving lane; says how many. */
int md_read_frames(struct md_lane *l);

/* mismatch.c: received bytes (SIZE_MAX: more than fit) do not fit op. */
_Noreturn void md_fail_size(struct md_op *op, size_t received);

/* wait.c: completes everything. */
void md_wait(struct md_exchange *ex);

/* wait.c: acts on what is complete; says how much that was. */
int md_look(struct md_exchange *ex);

/* wait.c: the bytes in staging memory go where they belong; under the lock: and the memory back. */
void md_unstage(struct md_op *op);
static inline void md_op_give_stage(struct md_op *op) {
  md_stage_give(op->stage);
  op->stage = NULL;
}

/* reader.c: the bytes of op come in frames. */
void md_expect_frames(struct md_op *op);

/* A new exchange; one that is over goes back. */
struct md_exchange *md_exchange_take(void);
void md_exchange_give(struct md_exchange *ex);

/* The bytes of an op as a stream. */
static inline void md_op_pack(const struct md_op *op, size_t from, size_t length, char *to) {
  md_parts_pack(&op->ex->part[op->part], from, length, to);
}
static inline void md_op_unpack(const struct md_op *op, size_t from, size_t length, const char *data) {
  md_parts_unpack(&op->ex->part[op->part], from, length, data);
}

/* Whether a section of op may share storage with v. */
bool md_op_meets(const struct md_op *op, const struct md_view *v);

/* invariant.h: what ex counts is what its ops are waiting for. */
bool md_exchange_valid(const struct md_exchange *ex);

void md_exchange_close(void);

#pragma GCC visibility pop
#endif
