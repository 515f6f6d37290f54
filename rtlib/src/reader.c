/* Reading frames.
 *
 * Frames of a message come in the order in which they were sent, and are obeyed
 * in that order. A frame may be ahead of the program: its message is sent, but
 * the receive is not executed yet. It is put aside then, and the stream rests,
 * unless a receive waits for frames of an earlier message: pieces of several
 * messages that are sent early come mixed.
 *
 * The header of a run is never put aside, since what follows it can be told by
 * nothing else: it says where the next bytes of the stream belong. They are
 * received there if their receive waits for them, and are frames if not. */
#include <string.h>

#include "changes.h"
#include "comm.h"
#include "exchange.h"
#include "evict.h"
#include "frame.h"
#include "inbox.h"
#include "pool.h"
#include "profile.h"
#include "rt.h"
#include "site.h"
#include "tune.h"

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

/* The receive of message q waits for no header any longer; NULL: it did not. */
static struct md_op *not_due(struct md_lane *l, uint64_t q) {
  struct md_op **at = &l->due;
  while (*at != NULL && (*at)->q != q) at = &(*at)->next_due;
  struct md_op *op = *at;
  if (op == NULL) return NULL;
  *at = op->next_due;
  op->due = false;
  op->ex->due--;
  return op;
}

/* A receive that waits for this frame compares sizes. */
static void serve_due(struct md_lane *l, const struct md_header *h) {
  struct md_op *op = not_due(l, h->q);
  if (op == NULL) return;
  if (h->total != op->bytes) md_fail_size(op, h->total);
  if (md_rt.overlap && op->open <= 0) md_profile_came(op); /* else another thread may look at its bytes */
}

/* Message q has no bytes; a receive that expects some takes that for the sign that they come in frames. */
static void note_empty(struct md_lane *l, uint64_t q) {
  l->empty[l->empties++ % MD_EMPTIES] = q;
  for (struct md_op *op = l->framed; op != NULL; op = op->next_framed)
    if (op->q == q) md_fail_size(op, 0);
}

static bool noted_empty(const struct md_lane *l, uint64_t q) {
  for (unsigned i = 0; i < MD_EMPTIES && i < l->empties; i++)
    if (l->empty[i] == q) return true;
  return false;
}

void md_expect_frames(struct md_op *op) {
  md_assert(md_rt.overlap && !op->framed && op->q < op->lane->executed);
  if (md_unlikely(noted_empty(op->lane, op->q))) md_fail_size(op, 0);
  if (md_unlikely(op->due)) not_due(op->lane, op->q); /* its frames say how long it is */
  struct md_op **last = &op->lane->framed;
  while (*last != NULL && (*last)->q < op->q) last = &(*last)->next_framed;
  op->next_framed = *last;
  *last = op;
  op->framed = true;
  op->missing = op->bytes;
  md_tune_behind(&op->ex->site->tune, !op->lane->with->gets);
  op->ex->framed++;
}

/* The last frame of op has come. */
static void framed_over(struct md_lane *l, struct md_op *op) {
  struct md_op **at = &l->framed;
  while (*at != op) at = &(*at)->next_framed;
  *at = op->next_framed;
  op->framed = false;
  op->ex->framed--;
  if (op->stage != NULL) {
    md_unstage(op);
    md_op_give_stage(op);
  }
  md_profile_came(op);
}

/* Bytes of op, from an offset of its message on. */
static void take_bytes(struct md_op *op, size_t offset, size_t length, const char *data) {
  if (md_likely(op->stage == NULL))
    md_op_unpack(op, offset, length, data);
  else
    memcpy(op->stage->data + offset, data, length);
}

static void take_changes(struct md_op *op, const struct md_header *h, const char *data) {
  struct md_run r;
  const char *end = data + h->length;
  while (md_changes_next(&data, end, &r)) take_bytes(op, h->offset + r.at, r.bytes, data - r.bytes);
}

/* The receive that waits for frames of a message; NULL: none does. */
static struct md_op *framed_of(const struct md_lane *l, uint64_t q) {
  struct md_op *op = l->framed;
  while (op != NULL && op->q < q) op = op->next_framed;
  return op != NULL && op->q == q ? op : NULL;
}

/* Bytes of a message that comes in frames. */
static void take_piece(struct md_lane *l, const struct md_header *h) {
  struct md_op *op = framed_of(l, h->q);
  if (op == NULL) { /* it has no bytes; or the lane is at its end, and nobody receives it */
    if (h->flags & MD_LAST) serve_due(l, h);
    return;
  }
  if (h->total != op->bytes) {
    if (h->flags & (MD_FINAL | MD_LAST)) md_fail_size(op, h->total);
    return; /* a wrong guess: all of the message follows */
  }
  const char *data = (const char *)h + md_frame_data_at(h);
  if (md_likely((h->flags & MD_CHANGES) == 0))
    take_bytes(op, h->offset, h->length, data);
  else
    take_changes(op, h, data);
  op->missing -= h->length < op->missing ? h->length : op->missing;
  if (h->flags & MD_FINAL) md_arrived_add(&op->arrived, h->offset, h->offset + h->length);
  if (h->flags & MD_LAST) framed_over(l, op);
}

/* Once for each frame. */
static void obey(struct md_lane *l, struct md_header *h) {
  h->q = md_evict_number(l, h);
  switch (h->kind) {
  case MD_DATA:
    if (!(h->flags & MD_DIRECT))
      take_piece(l, h);
    else if (h->length != h->total)
      bad_frame(l, "direct bytes of a part of a message");
    else if (h->total == 0)
      note_empty(l, h->q);
    if (h->flags & MD_DIRECT) serve_due(l, h);
    break;
  case MD_VOID:
    break;
  case MD_CLOSE:
    l->closed = true;
    l->sent = h->q;
    l->stray = h->total;
    break;
  default:
    bad_frame(l, "a kind that this version does not know");
  }
}

/* The next frame, if one has come; NULL otherwise. */
static struct md_buffer *next_frame(struct md_lane *l, size_t *size) {
  int bytes = 0;
  struct md_buffer *b = md_inbox_next(l, &bytes);
  if (b == NULL) return NULL;
  *size = (size_t)bytes;
  const char *defect = md_frame_defect(b->data, *size);
  if (defect != NULL) bad_frame(l, defect);
  l->frames++;
  return b;
}

/* What is left of a run is received where it belongs, as far as that is known: its receive is executed, of its size, and
 * needs no staging memory, and nothing lies aside that came before. */
static void expect_bare(struct md_lane *l) {
  size_t offset, length;
  const struct md_header *run = md_inbox_left(l);
  if (run == NULL || l->aside != NULL || !md_evict_heard(l, run)) return;
  const struct md_op *op = framed_of(l, md_evict_number(l, run));
  if (op == NULL || op->stage != NULL || op->bytes != run->total) return;
  while (md_inbox_wants(l, &offset, &length)) {
    char *to = md_parts_plain(&op->ex->part[op->part], op->parts, offset, length);
    if (to == NULL) return;
    md_inbox_post(l, to, length);
  }
}

/* A bare piece that was received where it belongs; false: none. */
static bool take_bare(struct md_lane *l) {
  size_t offset, length;
  const struct md_header *run = md_inbox_left(l);
  if (run == NULL || !md_inbox_bare(l, &offset, &length)) return false;
  struct md_op *op = framed_of(l, md_evict_number(l, run));
  md_assert(op != NULL);
  op->missing -= length < op->missing ? length : op->missing;
  md_arrived_add(&op->arrived, offset, offset + length);
  return true;
}

/* Nobody can take a piece of message q yet: its receive is not executed, or
 * waits on the direct tag for the nothing that says that it comes in frames. */
static bool ahead(struct md_lane *l, const struct md_header *h) {
  if (!md_evict_heard(l, h)) return true;
  if (h->kind != MD_DATA || l->comm->closing) return false;
  uint64_t q = md_evict_number(l, h);
  if (q >= l->executed) return true;
  if (h->flags & MD_DIRECT) return false;
  if (framed_of(l, q) != NULL) return false;
  for (const struct md_op *op = l->due; op != NULL; op = op->next_due)
    if (op->q == q && op->bytes == 0) return false; /* never comes in frames */
  return l->direct_open > 0;
}

/* Whether something lies aside for want of lists of evicted lanes. */
static bool rests(const struct md_lane *l) {
  for (const struct md_buffer *b = l->aside; b != NULL; b = b->next)
    if (!md_evict_heard(l, (const struct md_header *)b->data)) return true;
  return false;
}

/* Obeys what lies aside and is ahead no longer; says how much that was. */
static int take_up(struct md_lane *l) {
  struct md_buffer **at = &l->aside;
  int taken = 0;
  while (*at != NULL) {
    struct md_buffer *b = *at;
    struct md_header *h = (struct md_header *)b->data;
    if (ahead(l, h)) {
      at = &b->next;
      continue;
    }
    *at = b->next;
    obey(l, h);
    md_pool_give(b);
    taken++;
  }
  l->aside_end = at;
  return taken;
}

/* What lies aside takes no more memory than the sender counts for it. */
static struct md_buffer *fitting(struct md_buffer *b, size_t size) {
  if (size > MD_BUFFER_SMALL || b->size == 0) return b;
  struct md_buffer *small = md_pool_take(size);
  memcpy(small->data, b->data, size);
  md_pool_give(b);
  return small;
}

static void put_aside(struct md_lane *l, struct md_buffer *b) {
  if (l->aside == NULL) l->aside_end = &l->aside;
  b->next = NULL;
  *l->aside_end = b;
  l->aside_end = &b->next;
}

/* Frames of which it is sure that they are still to come, up to the size of an inbox. Some may lie aside
 * until lists of evicted lanes have come. */
static int sure(struct md_lane *l) {
  size_t frames = 0;
  if (rests(l)) return 0;
  for (const struct md_op *op = l->framed; op != NULL && frames < MD_INBOX; op = op->next_framed)
    frames += op->missing > 0 ? (op->missing + MD_DATA_MAX - 1) / MD_DATA_MAX : 1;
  return frames < MD_INBOX ? (int)frames : MD_INBOX;
}

/* Whether a receive waits for frames, which then lie behind those aside: no
 * more of them than the sender may send ahead. */
static bool awaited(const struct md_lane *l) { return l->framed != NULL || l->due != NULL; }

/* Obeys what came before, as far as it can be; says how much that was. Lists are looked for here alone and where a frame that is new
 * wants some (listen): whether a frame has its place changes nowhere in between, so none goes before one that came before it. */
static int resume(struct md_lane *l) {
  if (md_likely(l->aside == NULL)) return 0;
  if (md_unlikely(rests(l))) md_evict_hear(l);
  return take_up(l);
}

/* A frame was read that may have no place yet: says how many had to wait as it would have, and were obeyed now. */
static int listen(struct md_lane *l, const struct md_header *h) {
  if (md_likely(md_evict_heard(l, h))) return 0;
  md_evict_hear(l);
  return take_up(l);
}

/* Posts receives for what is sure to come, and looks what has. */
static void look(struct md_lane *l) {
  expect_bare(l);
  md_inbox_look(l, sure(l));
}

int md_read_frames(struct md_lane *l) {
  md_assert(md_alone());
  int read = resume(l); /* before receives are posted for what has come */
  bool waits = awaited(l);
  look(l);
  /* Who waits reads what it waits for, and no more. */
  while ((l->aside == NULL && !waits) || awaited(l)) {
    if (take_bare(l)) {
      read++;
      if (l->inbox->n == 0) look(l); /* the rest of a long run */
      continue;
    }
    size_t size;
    struct md_buffer *b = next_frame(l, &size);
    if (b == NULL) break;
    read++;
    struct md_header *h = (struct md_header *)b->data;
    if (h->kind == MD_DATA) learn(l, h);
    read += listen(l, h);
    if (h->flags & MD_BARE) {
      md_inbox_run(l, h);
      md_pool_give(b);
      look(l);
    } else if (ahead(l, h)) {
      put_aside(l, fitting(b, size));
    } else {
      obey(l, h);
      md_pool_give(b);
    }
  }
  return read;
}
