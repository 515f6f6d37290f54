/* A message in pieces: see pieces.h. */
#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "changes.h"
#include "fault.h"
#include "frame.h"
#include "lane.h"
#include "lists.h"
#include "memory.h"
#include "outgoing.h"
#include "pool.h"
#include "prior.h"
#include "rt.h"
#include "site.h"
#include "tune.h"

static struct md_pieces *const pieces = &md_rt.messages.pieces;

struct md_early *md_pieces_any(void) { return pieces->begun; }

/* ---- beginning ---- */

static struct md_early *new_early(void) {
  struct md_early *e = pieces->spare;
  if (e != NULL) {
    pieces->spare = e->next;
    return e;
  }
  e = md_zeroed(sizeof *e);
  return e;
}

static void keep_sections(struct md_early *e, const struct md_section *part, unsigned parts) {
  e->part = md_grow(e->part, &e->part_room, parts, sizeof *e->part);
  e->parts = parts;
  md_sections_hold(part, parts);
  e->bytes = 0;
  for (unsigned i = 0; i < parts; i++) {
    e->part[i] = part[i];
    e->bytes += part[i].bytes;
  }
}

/* A length of at most most bytes, so that pieces end where units end, if that goes. */
static size_t in_step(size_t most, size_t unit) {
  if (unit == 0) return most;
  if (unit <= most) return most - most % unit;
  size_t k = (unit + most - 1) / most;
  return unit % k == 0 ? unit / k : most;
}

/* Bytes of an element of e; of the smallest, if its sections have several sizes. */
static size_t element(const struct md_early *e) {
  size_t least = e->bytes;
  for (unsigned i = 0; i < e->parts; i++)
    if (e->part[i].elem > 0 && e->part[i].elem < least) least = e->part[i].elem;
  return least;
}

/* The longest piece. What goes before messages that come before it on its lane must not need this process: their frames are
 * behind it, and once they are executed nobody waits until it is gone. And within a machine nothing must need the receiver's word that it
 * has come: of hundreds Open MPI keeps some for its next call, and who waits for them before a statement that may take long, waits as long. */
static size_t longest(const struct md_early *e, size_t most) {
  const size_t near = e->q > e->lane->executed ? MD_NEAR_MAX : MD_NEAR_PIECE;
  return !e->lane->far && most > near ? near : most;
}

/* What a region wishes, in whole elements, as far as a frame has room. */
static size_t wished(const struct md_early *e) {
  size_t one = element(e), most = longest(e, pieces->delta < MD_DATA_MAX ? pieces->delta : MD_DATA_MAX);
  if (pieces->delta == MD_DELTA_ELEMENT || most < one) most = one;
  if (most > MD_DATA_MAX) return MD_DATA_MAX;
  return most - most % one;
}

bool md_pieces_short(size_t bytes) {
  return bytes <= (size_t)MD_SHORT && pieces->delta == MD_DELTA_AUTO && !md_tune_asked();
}

/* Pieces that are worth their frames, and at least four; or as fine as somebody wishes who knows how long they take. */
static size_t usual(const struct md_early *e) {
  size_t most = longest(e, e->lane->piece);
  if (e->cuts.fine > 0 && e->cuts.fine < most) return e->cuts.fine;
  if (md_pieces_short(e->bytes) && e->bytes <= most) return e->bytes;
  size_t quarter = (e->bytes / 4 + 63) / 64 * 64;
  if (quarter == 0) quarter = 64;
  return most < quarter ? most : quarter;
}

void md_pieces_delta(size_t bytes) { pieces->delta = bytes; }

bool md_pieces_stated(void) { return pieces->delta != MD_DELTA_AUTO; }

static void cut_in_pieces(struct md_early *e, const struct md_cuts *cuts) {
  e->cuts = cuts != NULL ? *cuts : (struct md_cuts){0};
  size_t each = e->bytes == 0                    ? 1 /* and no piece: only its execution is told */
                : pieces->delta != MD_DELTA_AUTO ? wished(e)
                                                 : usual(e);
  e->cuts.step = in_step(each, e->cuts.step);
  unsigned most = (unsigned)(e->bytes / e->cuts.step) + 1 + e->cuts.ends;
  e->piece = md_grow(e->piece, &e->piece_room, most, sizeof *e->piece);
  e->pieces = 0;
  for (size_t at = 0; at < e->bytes; at = md_cuts_next(&e->cuts, at, e->bytes)) {
    md_assert(e->pieces < most);
    e->piece[e->pieces++] = (struct md_piece){.at = at};
  }
}

unsigned md_pieces_at(const struct md_early *e, size_t at) {
  unsigned lo = 0, hi = e->pieces; /* the first that begins at at or later */
  while (lo < hi) {
    unsigned i = lo + (hi - lo) / 2;
    if (e->piece[i].at < at) lo = i + 1;
    else hi = i;
  }
  return lo < e->pieces && e->piece[lo].at == at ? lo : e->pieces;
}

struct md_early *md_pieces_begin(struct md_lane *l, struct md_place *place, uint64_t q, const struct md_section *part,
                                 unsigned parts, const struct md_cuts *cuts) {
  md_assert(q >= l->executed || q + 1 == l->executed); /* to come, or being executed */
  md_assert(md_pieces_of(l, q) == NULL);
  struct md_early *e = new_early();
  if (l->piece == 0) l->piece = md_prior_piece(l->far, (size_t)md_rt.opt.piece);
  e->lane = l;
  e->place = place;
  e->q = q;
  e->number = ++pieces->begun_ever;
  e->luck = e->also = NULL;
  e->again = 0;
  e->wrong = e->packed = false;
  e->since = 0;
  e->sent = e->proved = e->held = 0;
  e->gone = e->takes = 0;
  keep_sections(e, part, parts);
  cut_in_pieces(e, cuts);
  struct md_early **at = &l->begun;
  while (*at != NULL && (*at)->q < q) at = &(*at)->later;
  e->later = *at;
  *at = e;
  e->next = pieces->begun;
  pieces->begun = e;
  return e;
}

struct md_early *md_pieces_of(const struct md_lane *l, uint64_t q) {
  struct md_early *e = l->begun;
  while (e != NULL && e->q < q) e = e->later;
  return e != NULL && e->q == q ? e : NULL;
}

/* ---- frames ---- */

static struct md_header header_of(const struct md_place *p, uint64_t q, size_t total) {
  return (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_DATA, .q = q, .total = total,
                            .place = p->number};
}

size_t md_piece_length(const struct md_early *e, unsigned i) {
  return (i + 1 < e->pieces ? e->piece[i + 1].at : e->bytes) - e->piece[i].at;
}

/* A frame with piece i as it is now; data starts at b->data + *data. */
static struct md_buffer *frame_of(const struct md_early *e, unsigned i, size_t *data) {
  size_t length = md_piece_length(e, i);
  struct md_buffer *b = md_pool_take(sizeof(struct md_header) + length);
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(e->place, e->q, e->bytes);
  h->offset = e->piece[i].at;
  h->length = length;
  *data = sizeof *h;
  md_parts_pack(e->part, h->offset, h->length, b->data + *data);
  b->holders = 1;
  return b;
}

/* The other side hears of a directive before its first piece on the lane. */
static void introduce(struct md_early *e) {
  const struct md_place *p = e->place;
  if (md_likely(md_lane_known(e->lane, p->number) != NULL)) return;
  struct md_known *k = md_lane_learn(e->lane, p->number, p->where.file, strlen(p->where.file), p->where.line);
  k->total = e->bytes;
  struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(p, e->q, e->bytes);
  h->place_words = md_frame_place(b->data, p->where.file, p->where.line);
  b->holders = 1;
  md_outgoing_send(e->lane, p->where, b, md_frame_data_at(h));
}

/* What has changed of piece i. */
static void send_changes(struct md_early *e, unsigned i, int flags) {
  struct md_piece *p = &e->piece[i];
  struct md_header *h = (struct md_header *)p->copy->data;
  h->flags |= (uint8_t)flags;
  md_outgoing_send(e->lane, e->place->where, p->copy, md_frame_data_at(h) + h->length);
  p->copy = NULL;
  p->state = MD_SENT_FINAL;
}

/* Piece i goes for the first time; keep: it may change. */
static void went(struct md_early *e, unsigned i, bool keep) {
  size_t length = md_piece_length(e, i);
  e->piece[i].state = keep ? MD_SENT : MD_SENT_FINAL;
  e->sent++;
  e->gone += length;
  e->takes += md_frame_counts(length);
  e->proved += !keep;
}

void md_piece_send(struct md_early *e, unsigned i, int flags, bool keep) {
  size_t data;
  if (e->piece[i].state == MD_CHANGED) {
    send_changes(e, i, flags);
    return;
  }
  md_assert(i < e->pieces && e->piece[i].state == MD_UNSENT);
  introduce(e);
  struct md_buffer *b = frame_of(e, i, &data);
  struct md_header *h = (struct md_header *)b->data;
  size_t length = h->length;
  h->flags = (uint8_t)flags;
  if (keep) b->holders++;
  if (md_fault(keep ? MD_FAULT_HINTS : MD_FAULT_FINAL, 4)) md_fault_spoil(b->data + data, length);
  e->piece[i].copy = keep ? b : NULL;
  went(e, i, keep);
  md_outgoing_send(e->lane, e->place->where, b, data + length);
}

const char *md_piece_plain(const struct md_early *e, unsigned i) {
  return md_parts_plain(e->part, e->parts, e->piece[i].at, md_piece_length(e, i));
}

void md_pieces_send_bare(struct md_early *e, unsigned first, unsigned n) {
  md_assert(first + n <= e->pieces && n > 0);
  introduce(e);
  struct md_header run = header_of(e->place, e->q, e->bytes);
  run.flags = MD_BARE | MD_FINAL;
  run.each = (uint16_t)md_piece_length(e, first);
  run.offset = e->piece[first].at;
  run.length = e->piece[first + n - 1].at + md_piece_length(e, first + n - 1) - run.offset;
  struct md_buffer *b = md_pool_take(sizeof run);
  *(struct md_header *)b->data = run;
  b->holders = 1;
  md_outgoing_run(e->lane, e->place->where, b);
  for (unsigned i = first; i < first + n; i++) {
    md_assert(e->piece[i].state == MD_UNSENT);
    went(e, i, false);
    md_outgoing_bare(e->lane, e->place->where, e->q, md_piece_plain(e, i), md_piece_length(e, i));
  }
  md_outgoing_run_over(e->lane, &run);
}

/* ---- pieces that are held ---- */

void md_piece_hold(struct md_early *e, unsigned i) {
  md_assert(e->piece[i].state == MD_UNSENT);
  e->piece[i].state = MD_HELD;
  if (e->held++ == 0 || i < e->first_held) e->first_held = i;
  pieces->held++;
}

unsigned md_piece_unhold(struct md_early *e) {
  md_assert(e->held > 0);
  while (e->piece[e->first_held].state != MD_HELD) e->first_held++;
  e->piece[e->first_held].state = MD_UNSENT;
  e->held--;
  pieces->held--;
  return e->first_held++;
}

void md_pieces_hold_all(void) { pieces->waiting++; }

void md_pieces_hold_no_more(void) { pieces->waiting--; }

bool md_pieces_held(void) { return pieces->held > 0 && pieces->waiting == 0; }

struct md_early *md_pieces_held_after(uint64_t number) {
  struct md_early *oldest = NULL;
  for (struct md_early *e = pieces->begun; e != NULL; e = e->next)
    if (e->held > 0 && e->number > number && (oldest == NULL || e->number < oldest->number)) oldest = e;
  return oldest;
}

/* ---- the end ---- */

static void unlink_begun(struct md_early *e) {
  struct md_early **at = &e->lane->begun;
  while (*at != e) at = &(*at)->later;
  *at = e->later;
  at = &pieces->begun;
  while (*at != e) at = &(*at)->next;
  *at = e->next;
}

void md_pieces_forget(struct md_early *e) {
  for (unsigned i = 0; i < e->pieces; i++)
    if (e->piece[i].copy != NULL) {
      md_outgoing_release(e->piece[i].copy);
      e->piece[i].copy = NULL;
    }
  md_sections_release(e->part, e->parts);
  pieces->held -= e->held;
  unlink_begun(e);
  e->number = 0;
  e->next = pieces->spare;
  pieces->spare = e;
}

struct md_buffer *md_pieces_end(struct md_early *e) {
  introduce(e);
  struct md_buffer *b = md_pool_take(sizeof(struct md_header));
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(e->place, e->q, e->bytes);
  h->flags = MD_LAST;
  b->holders = 1;
  return b;
}

/* If piece i is not as it was then, what has changed of it is to be sent. */
static size_t recall(struct md_early *e, unsigned i, const char *now, const char *then) {
  struct md_piece *p = &e->piece[i];
  size_t length = md_piece_length(e, i);
  if (md_likely(memcmp(now, then, length) == 0)) return 0;
  struct md_buffer *b = md_pool_take(sizeof(struct md_header) + length);
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(e->place, e->q, e->bytes);
  h->offset = e->piece[i].at;
  b->holders = 1;
  md_changes_pack(h, b->data + sizeof *h, now, then, length);
  p->state = MD_CHANGED;
  md_outgoing_release(p->copy);
  p->copy = b;
  return h->length;
}

size_t md_piece_compare(struct md_early *e, unsigned i) {
  md_assert(e->piece[i].state == MD_SENT);
  const char *then = e->piece[i].copy->data;
  then += md_frame_data_at((const struct md_header *)then);
  if (e->parts == 1 && md_section_contiguous(&e->part[0])) return recall(e, i, e->part[0].base + e->piece[i].at, then);
  size_t data;
  struct md_buffer *now = frame_of(e, i, &data);
  size_t changed = recall(e, i, now->data + data, then);
  md_pool_give(now);
  return changed;
}

void md_pieces_close(void) {
  while (pieces->spare != NULL) {
    struct md_early *e = pieces->spare;
    pieces->spare = e->next;
    free(e->part);
    free(e->piece);
    free(e);
  }
}

#ifdef MDMP_ASSERT

static bool valid(const struct md_early *e) {
  unsigned sent = 0, proved = 0, held = 0;
  size_t at = 0;
  for (unsigned i = 0; i < e->pieces; i++) {
    const struct md_piece *p = &e->piece[i];
    if ((p->copy != NULL) != (p->state == MD_SENT || p->state == MD_CHANGED) || (p->copy != NULL && p->copy->holders < 1)) return false;
    if (p->at != at) return false;
    at = md_cuts_next(&e->cuts, at, e->bytes);
    sent += p->state != MD_UNSENT && p->state != MD_HELD;
    held += p->state == MD_HELD;
    proved += p->state == MD_SENT_FINAL;
  }
  return e->sent == sent && e->proved == proved && e->held == held && (sent == 0 || e->lane->direct > e->q) && at == e->bytes;
}

bool md_pieces_valid(void) {
  uint64_t held = 0;
  for (const struct md_early *e = pieces->begun; e != NULL; e = e->next) held += e->held;
  if (held != pieces->held) return false;
  for (const struct md_early *e = pieces->begun; e != NULL; e = e->next)
    if (e->q < e->lane->executed || (e->later != NULL && (e->later->lane != e->lane || e->later->q <= e->q)) ||
        md_pieces_of(e->lane, e->q) != e || !valid(e))
      return false;
  return true;
}

#endif
