/* What an operation puts on the wire.
 *
 * A message of up to MDMP_INLINE bytes is one frame, header and data together,
 * packed once into a buffer of the pool. A larger one is a frame that says so,
 * and the bytes as messages of their own on the direct tag, from user memory
 * into user memory.
 *
 * The receiver knows the size of the message, since both sides must agree on
 * it, and the sender has promised in the frame before (MD_NEXT_PLAIN) that the
 * next message goes by this rule. So it posts the receive of the direct bytes
 * at once, together with that of the frame, and nothing waits for the header
 * to arrive. Without the promise it waits for the header. */
#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "frame.h"
#include "pool.h"
#include "rt.h"

void md_post_frame_recv(struct md_op *op, struct md_exchange *by) {
  struct md_lane *l = op->lane;
  struct md_buffer *b = md_pool_take();
  b->ticket = l->posted++;
  MPI_Request r;
  int code = MPI_Irecv(b->data, (int)md_frame_capacity(), MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &r);
  if (md_unlikely(code != MPI_SUCCESS)) md_fail_mpi(op->place->where, "MPI_Irecv", code);
  md_request_add(op, by, r, MD_FRAME_IN, b);
}

void md_post_recv(struct md_op *op) {
  struct md_lane *l = op->lane;
  op->open = 1;
  op->ex->unfinished++;
  if (l->first == NULL)
    l->first = op;
  else
    l->last->next = op;
  l->last = op;
  md_post_frame_recv(op, op->ex);
  if (op->bytes > (size_t)md_rt.opt.inline_max && l->next_plain && l->seen == op->q) md_direct_recv(op, op->ex);
}

/* The place record of op, if the other side of the lane has not seen it. */
static size_t introduce(struct md_op *op, char *to) {
  struct md_lane *l = op->lane;
  const struct md_place *p = op->place;
  if (md_lane_known(l, p->number) != NULL) return 0;
  size_t length = strlen(p->where.file), most = MD_PLACE_MAX - sizeof(struct md_place_record);
  const char *name = p->where.file;
  if (length > most) { /* the end of a path says more than its beginning */
    name += length - most;
    length = most;
  }
  struct md_place_record r = {(uint32_t)p->where.line, (uint32_t)length};
  size_t size = (sizeof r + length + 7) / 8 * 8;
  memset(to, 0, size);
  memcpy(to, &r, sizeof r);
  memcpy(to + sizeof r, name, length);
  md_lane_learn(l, p->number, p->where.file, length, p->where.line);
  return size;
}

void md_post_send(struct md_op *op) {
  struct md_lane *l = op->lane;
  bool direct = op->bytes > (size_t)md_rt.opt.inline_max;
  struct md_buffer *b = md_pool_take();
  struct md_header *h = (struct md_header *)b->data;
  size_t size = sizeof *h + introduce(op, b->data + sizeof *h);
  *h = (struct md_header){.magic = MD_MAGIC,
                          .version = MDMP_VERSION,
                          .kind = MD_DATA,
                          .flags = (uint8_t)(MD_LAST | MD_NEXT_PLAIN | (direct ? MD_DIRECT : 0)),
                          .place_words = (uint8_t)((size - sizeof *h) / 8),
                          .q = op->q,
                          .total = op->bytes,
                          .length = op->bytes,
                          .place = op->place->number};
  if (!direct) {
    md_op_pack(op, 0, op->bytes, b->data + size);
    size += op->bytes;
  }
  MPI_Request r;
  int code = MPI_Isend(b->data, (int)size, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &r);
  if (md_unlikely(code != MPI_SUCCESS)) md_fail_mpi(op->place->where, "MPI_Isend", code);
  md_request_add(op, op->ex, r, MD_FRAME_OUT, b);
  if (direct) md_direct_send(op);
}
