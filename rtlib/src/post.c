/* What an operation puts on the wire.
 *
 * A message is one MPI message on the direct tag of its lane, nothing else:
 * what hand-written MPI would send, at its price. The receiver needs no header
 * to find its place, because messages are matched by counting, and none to
 * check its size, because MPI tells how many bytes came.
 *
 * A header is for people. It travels ahead, on the frame tag, when a directive
 * uses a lane for the first time or its messages change their size, so that
 * the other side can name it in an error. After eight changes the directive
 * is known to vary and is left alone. The receiver does not wait for headers;
 * it reads them now and then (wait.c). Only messages above MDMP_CHUNK, which
 * are cut in pieces because MPI counts in int, have a header each, and the
 * receiver insists on it: short of it, it could mistake two messages for the
 * pieces of one. For the same reason a piece is a little longer than the
 * longest whole message.
 *
 * Pieces on the frame tag are for what is sent early, and for long messages
 * with strides to another machine: packing before and unpacking after the
 * transfer would take up to a fifth of the time that the transfer takes. */
#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "early.h"
#include "exchange.h"
#include "frame.h"
#include "order.h"
#include "outbox.h"
#include "outgoing.h"
#include "pending.h"
#include "pool.h"
#include "rt.h"
#include "stage.h"
#include "tune.h"

enum { PIECE_EXTRA = 64, MOST_CHANGES = 8 };

static bool in_one_piece(const struct md_op *op) {
  return op->parts == 1 && md_section_contiguous(&op->ex->part[op->part]);
}

/* Where the bytes of op lie in one piece; staging memory if they do not. */
static char *memory_of(struct md_op *op) {
  bool apart = op->ex->poison && op->dir == MD_RECV;
  if (md_likely(in_one_piece(op) && !apart)) return op->ex->part[op->part].base;
  op->stage = md_stage_take(op->bytes, op->dir == MD_RECV);
  return op->stage->data;
}

static bool in_pieces(const struct md_op *op) { return op->bytes > (size_t)md_rt.opt.chunk; }

/* No bytes can mean that a message comes in frames: a message of no bytes says which it is. */
static bool always_announced(const struct md_op *op) { return in_pieces(op) || (op->bytes == 0 && md_rt.overlap); }

/* Sizes are compared before it is complete; and a nothing on the direct tag may be that of a message which was begun
 * with another size, early: that its sender has come to the exchange is said by a frame. */
static void expect_header(struct md_op *op) {
  struct md_op **last = &op->lane->due;
  while (*last != NULL) last = &(*last)->next_due;
  *last = op;
  op->due = true;
  op->ex->due++;
}

static size_t piece(const struct md_op *op, size_t from) {
  size_t most = (size_t)md_rt.opt.chunk + (in_pieces(op) ? PIECE_EXTRA : 0), rest = op->bytes - from;
  return rest < most ? rest : most;
}

size_t md_lengths(const struct md_op *op) {
  size_t n = 0, from = 0;
  do {
    from += piece(op, from);
    n++;
  } while (from < op->bytes);
  return n;
}

static void recv_bytes(struct md_op *op, char *to, size_t n) {
  const struct md_lane *l = op->lane;
  MPI_Request r;
  md_check(MPI_Irecv(to, (int)n, MPI_BYTE, l->to, l->direct_tag, l->comm->comm, &r), "MPI_Irecv", op->place->where);
  md_request_add(op, r, n);
}

static void send_bytes(struct md_op *op, const char *data, size_t n) {
  const struct md_lane *l = op->lane;
  MPI_Request r;
  md_check(MPI_Isend(data, (int)n, MPI_BYTE, l->to, l->direct_tag, l->comm->comm, &r), "MPI_Isend", op->place->where);
  md_request_add(op, r, n);
}

void md_post_recv(struct md_op *op) {
  op->lane->direct_open++;
  op->lane->with->sends = true;
  char *to = memory_of(op);
  size_t from = 0, n;
  do {
    n = piece(op, from);
    recv_bytes(op, to + from, n);
    from += n;
  } while (md_unlikely(from < op->bytes));
  if (md_unlikely(always_announced(op))) expect_header(op);
  if (md_unlikely(op->bytes == 0)) md_read_frames(op->lane);
}

static void send_header(struct md_op *op, bool introduce, bool varies) {
  const struct md_place *p = op->place;
  struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
  struct md_header *h = (struct md_header *)b->data;
  *h = (struct md_header){.magic = MD_MAGIC,
                          .version = MDMP_VERSION,
                          .kind = MD_DATA,
                          .flags = (uint8_t)(MD_LAST | MD_DIRECT | (varies ? MD_VARIES : 0)),
                          .place_words = introduce ? md_frame_place(b->data, p->where.file, p->where.line) : 0,
                          .q = op->q,
                          .total = op->bytes,
                          .length = op->bytes,
                          .place = p->number};
  if (md_rt.overlap && always_announced(op)) /* without it the message is not complete */
    md_outgoing_header(op->lane, p->where, b, md_frame_data_at(h));
  else
    md_outbox_send(op->lane, b, md_frame_data_at(h), p->where);
}

/* Tells the other side of a new directive or size. */
static void announce(struct md_op *op, struct md_slot *slot) {
  struct md_lane *l = op->lane;
  const struct md_place *p = op->place;
  struct md_known *k = md_lane_known(l, p->number);
  bool introduce = k == NULL;
  if (introduce) k = md_lane_learn(l, p->number, p->where.file, strlen(p->where.file), p->where.line);
  bool change = introduce || (k->total != op->bytes && !k->varies);
  if (change) {
    k->total = op->bytes;
    k->varies = ++k->changes > MOST_CHANGES;
  }
  if (change || always_announced(op)) send_header(op, introduce, k->varies);
  slot->announced = true;
  slot->total = op->bytes;
}

/* Packed and unpacked piece by piece while other pieces travel. At 64 KB that
 * costs more than it wins on a fast wire, from 256 KB on it wins on any
 * (measured from 1 to 10 Gbit/s; datatypes, which MPI may handle in the same
 * way, took twice as long on the fast one). In shared memory it wins nothing. */
static bool pipelined(const struct md_op *op) {
  enum { LEAST = 256 * 1024 };
  return op->bytes >= LEAST && op->lane->far && md_rt.overlap && !in_one_piece(op) && !in_pieces(op) && !op->place->skip;
}

bool md_send_waits(struct md_op *op) {
  if (md_likely(!md_pending_any())) return false;
  op->q = op->lane->executed;
  return !md_early_goes(op, pipelined(op)) && !md_order_clear(op->ex);
}

void md_post_send(struct md_op *op, struct md_slot *slot) {
  struct md_lane *l = op->lane;
  bool pieces = pipelined(op);
  if (md_unlikely(pieces || l->direct > op->q || l->begun != NULL || md_early_may_split(op)) && md_early_send(op, pieces)) return;
  md_assert(l->direct == op->q); /* all before it went, whole or as nothing */
  l->direct = op->q + 1;
  if (md_unlikely(!slot->announced || slot->total != op->bytes || always_announced(op))) announce(op, slot);
  char *data = memory_of(op);
  if (op->stage != NULL) md_op_pack(op, 0, op->bytes, data);
  size_t from = 0, n;
  do {
    n = piece(op, from);
    send_bytes(op, data + from, n);
    from += n;
  } while (md_unlikely(from < op->bytes));
}
