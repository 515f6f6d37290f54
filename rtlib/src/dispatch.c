/* What a received frame means.
 *
 * Frames of a lane are obeyed strictly in the order in which their receives
 * were posted, which is the order in which they were sent. MPI may report them
 * in another order, and several threads may hold receives of one lane, so each
 * receive draws a ticket, and a frame that comes before its turn is held.
 *
 * The receiver trusts nothing but the stream: the frame says which message it
 * belongs to, how large that is, and which directive sent it. What does not
 * fit the receive at hand is an error that names both directives. */
#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "frame.h"
#include "pool.h"
#include "rt.h"

static void learn_place(struct md_lane *l, const struct md_header *h) {
  if (h->place_words == 0 || md_lane_known(l, h->place) != NULL) return;
  const struct md_place_record *r = (const void *)(h + 1);
  md_lane_learn(l, h->place, (const char *)(r + 1), r->name_length, (int)r->line);
}

static _Noreturn void sizes_differ(const struct md_op *op, const struct md_header *h) {
  const struct md_known *k = md_lane_known(op->lane, h->place);
  md_fail(op->place->where,
          "this recv takes %zu bytes from rank %d, but the send at %s:%d has %llu bytes (tag %d, message %llu between "
          "the two)",
          op->bytes, op->peer, k != NULL ? k->where.file : "?", k != NULL ? k->where.line : 0,
          (unsigned long long)h->total, op->tag, (unsigned long long)op->q + 1);
}

static _Noreturn void bad_frame(const struct md_op *op, const char *why) {
  md_fail(op->place->where, "bad frame from rank %d (tag %d): %s", op->peer, op->tag, why);
}

static _Noreturn void peer_closed(const struct md_op *op, const struct md_header *h) {
  md_fail(op->place->where,
          "this recv waits for message %llu from rank %d (tag %d), which has finished or freed the communicator "
          "after %llu messages",
          (unsigned long long)op->q + 1, op->peer, op->tag, (unsigned long long)h->q);
}

static void take_data(struct md_op *op, const struct md_header *h, struct md_exchange *by) {
  bool whole = h->offset == 0 && h->length == h->total;
  if (h->flags & MD_DIRECT) {
    if (!whole || !(h->flags & MD_LAST)) bad_frame(op, "direct bytes of a part of a message");
    if (!op->direct_posted) md_direct_recv(op, by);
  } else {
    if (op->direct_posted) bad_frame(op, "the message was promised as direct bytes");
    md_op_unpack(op, h->offset, h->length, (const char *)h + md_frame_data_at(h));
  }
}

static void obey(struct md_lane *l, struct md_buffer *b, struct md_exchange *by) {
  struct md_op *op = l->first;
  const struct md_header *h = (const struct md_header *)b->data;
  const char *defect = md_frame_defect(b->data, b->received);
  if (defect != NULL) bad_frame(op, defect);
  if (h->kind == MD_CLOSE) peer_closed(op, h);
  if (h->kind != MD_DATA) bad_frame(op, "a kind that this version does not know");
  if (h->q != op->q) bad_frame(op, "not the message that is due");
  learn_place(l, h);
  if (h->total != op->bytes) sizes_differ(op, h);
  if (op->direct_error != MPI_SUCCESS) md_fail_mpi(op->place->where, "receiving", op->direct_error);
  take_data(op, h, by);
  if (h->flags & MD_LAST) {
    l->first = op->next;
    l->seen++;
    l->next_plain = (h->flags & MD_NEXT_PLAIN) != 0;
    md_op_step(op);
  } else {
    md_post_frame_recv(op, by);
  }
}

static void hold(struct md_lane *l, struct md_buffer *b) {
  struct md_buffer **at = &l->held;
  while (*at != NULL && (*at)->ticket < b->ticket) at = &(*at)->next;
  b->next = *at;
  *at = b;
}

void md_dispatch(struct md_lane *l, struct md_buffer *b, struct md_exchange *by) {
  if (md_unlikely(b->ticket != l->taken)) {
    hold(l, b);
    return;
  }
  for (;;) {
    obey(l, b, by);
    l->taken++;
    md_pool_give(b);
    if (md_likely(l->held == NULL) || l->held->ticket != l->taken) return;
    b = l->held;
    l->held = b->next;
  }
}
