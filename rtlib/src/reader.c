/* Reading frames.
 *
 * Frames of a lane come in the order in which they were sent, and are obeyed
 * in that order. A frame may be ahead of the program: its message is sent, but
 * the receive is not executed yet. It is put aside then, and the stream rests
 * until the receive is executed. */
#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "frame.h"
#include "pool.h"
#include "rt.h"

static _Noreturn void bad_frame(const struct md_lane *l, const char *why) {
  md_fail(MD_NOWHERE, "bad frame from rank %d (tag %d): %s", l->peer, l->tag, why);
}

/* The sender's directive and its size, for error messages. */
static void learn(struct md_lane *l, const struct md_header *h) {
  struct md_known *k = md_lane_known(l, h->place);
  if (k == NULL) {
    struct md_place_record r;
    if (h->place_words == 0) bad_frame(l, "a directive that did not introduce itself");
    memcpy(&r, h + 1, sizeof r);
    k = md_lane_learn(l, h->place, (const char *)(h + 1) + sizeof r, r.name_length, (int)r.line);
  }
  k->total = h->total;
  k->varies = (h->flags & MD_VARIES) != 0;
}

/* A receive that waits for this header compares sizes. */
static void serve_due(struct md_lane *l, const struct md_header *h) {
  struct md_op **at = &l->due;
  while (*at != NULL && (*at)->q != h->q) at = &(*at)->next_due;
  struct md_op *op = *at;
  if (op == NULL) return;
  *at = op->next_due;
  op->ex->due--;
  if (h->total != op->bytes) md_fail_size(op, h->total);
}

static void obey(struct md_lane *l, const struct md_header *h) {
  switch (h->kind) {
  case MD_DATA:
    if ((h->flags & (MD_LAST | MD_DIRECT)) != (MD_LAST | MD_DIRECT) || h->length != h->total)
      bad_frame(l, "a piece of a message, which this version does not know");
    learn(l, h);
    serve_due(l, h);
    break;
  case MD_CLOSE:
    l->closed = true;
    l->sent = h->q;
    break;
  default:
    bad_frame(l, "a kind that this version does not know");
  }
}

/* The next frame, if one has come; NULL otherwise. */
static struct md_buffer *next_frame(struct md_lane *l) {
  int here = 0, count = 0;
  MPI_Status s;
  int code = MPI_Iprobe(l->peer, l->frame_tag, l->comm->comm, &here, &s);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "MPI_Iprobe", code);
  if (!here) return NULL;
  MPI_Get_count(&s, MPI_BYTE, &count);
  if (count > MD_FRAME_MAX) bad_frame(l, "too long");
  struct md_buffer *b = md_pool_take();
  code = MPI_Recv(b->data, MD_FRAME_MAX, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &s);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "MPI_Recv", code);
  const char *defect = md_frame_defect(b->data, (size_t)count);
  if (defect != NULL) bad_frame(l, defect);
  return b;
}

static bool ahead(const struct md_lane *l, const struct md_header *h) {
  return h->kind == MD_DATA && h->q >= l->executed && !l->comm->closing;
}

void md_read_frames(struct md_lane *l) {
  for (;;) {
    struct md_buffer *b = l->aside;
    l->aside = NULL;
    if (b == NULL) b = next_frame(l);
    if (b == NULL) return;
    const struct md_header *h = (const struct md_header *)b->data;
    if (ahead(l, h)) {
      l->aside = b;
      return;
    }
    obey(l, h);
    md_pool_give(b);
  }
}
