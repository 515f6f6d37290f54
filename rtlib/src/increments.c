/* Sends in increments.
 *
 * The sender is told ranges; what travels are increments, aligned pieces of one size. One that is complete is sent if the
 * receive that will match has been announced: then its place in the receiver's memory is known. It is copied into the frame and
 * the copy hashed, so that what was sent is known whatever the program does to the bytes afterwards. At the end
 * the bytes are hashed once more. Where they are others, somebody has broken a promise, and they go again; whether that
 * is still in time the receiver decides.
 *
 * Messages of a sequence end in the order in which something was said of them first. So the first in its list is the
 * next message there, its number is known, and whoever comes in between has broken that promise.
 */
#include <mpi.h>
#include <string.h>

#include "delta.h"
#include "frame.h"
#include "sequence.h"
#include "memory.h"
#include "outgoing.h"
#include "pool.h"
#include "rt.h"
#include "packet.h"
#include "uninstrumented.h"

static MPI_Aint length(const struct mdmp_request *r, unsigned i) {
  MPI_Aint left = r->bytes - (MPI_Aint)i * r->each;
  return left < r->each ? left : r->each;
}

/* Not cryptographic: a change of one word always shows. */
static uint64_t hash(const char *data, size_t n) {
  const uint64_t odd = 0x9e3779b97f4a7c15u;
  uint64_t h[4] = {n, 1, 2, 3}, w[4];
  for (; n >= sizeof w; n -= sizeof w, data += sizeof w) {
    memcpy(w, data, sizeof w);
    for (int i = 0; i < 4; i++) h[i] = (h[i] ^ w[i]) * odd;
    for (int i = 0; i < 4; i++) h[i] ^= h[i] >> 29;
  }
  memset(w, 0, sizeof w);
  memcpy(w, data, n);
  uint64_t all = 0;
  for (int i = 0; i < 4; i++) {
    h[i] = (h[i] ^ w[i]) * odd;
    all = (all ^ h[i] ^ h[i] >> 32) * odd;
  }
  return all;
}

static void post(struct mdmp_request *r, const struct md_packet_head *h, const char *name, const char *data, bool sync) {
  size_t size = sizeof *h + h->name + h->bytes;
  struct md_buffer *b = md_pool_take(size);
  memcpy(b->data, h, sizeof *h);
  memcpy(b->data + sizeof *h, name, h->name);
  memcpy(b->data + sizeof *h + h->name, data, h->bytes);
  if (!h->again) r->increment[h->offset / r->each].hash = hash(b->data + sizeof *h, h->bytes);
  md_packet_post(r->sequences, r->peer, MD_FRAME, b, size, sync ? &r->sequence->unread : NULL);
  r->frames++;
}

static struct md_packet_head head(const struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  return (struct md_packet_head){.tag = r->tag, .number = r->number, .offset = (uint64_t)offset, .bytes = (uint64_t)bytes, .each = r->each};
}

static void send(struct mdmp_request *r, unsigned i, bool sync) {
  struct md_packet_head h = head(r, (MPI_Aint)i * r->each, length(r, i));
  post(r, &h, "", (const char *)r->buf.from + h.offset, sync);
  r->increment[i].done = true;
}

/* Early, unless the receiver is behind: half of what may be under way is followed by a frame that tells when it was taken. */
static bool send_early(struct mdmp_request *r, unsigned i, struct md_where at) {
  struct md_sequence *c = r->sequence;
  unsigned half = (unsigned)((size_t)md_rt.opt.backlog / 2 / md_frame_counts(r->each)) + 1;
  if (c->unread >= 2 || (c->unread == 1 && c->since >= half)) md_packet_reap();
  if (c->unread >= 2) {
    r->lags = true;
    return false;
  }
  bool sync = ++c->since >= half;
  if (sync) c->since = 0;
  send(r, i, sync);
  r->increment[i].at = at;
  md_delta_sums()->early++;
  md_delta_sums()->early_bytes += (uint64_t)length(r, i);
  return true;
}

/* ---- announcements ---- */

static void keep(struct md_sequence *c, const struct md_packet_head *h) {
  if (c->from > 0 && c->from + c->n == c->room) {
    memmove(c->announced, c->announced + c->from, c->n * sizeof *c->announced);
    c->from = 0;
  }
  c->announced = md_grow(c->announced, &c->room, c->from + c->n + 1, sizeof *c->announced);
  c->announced[c->from + c->n++] = (struct md_announced){h->number, h->bytes};
}

/* Reads all that has come. What comes too late is forgotten. */
static void learn(struct md_sequences *l) {
  struct md_buffer *b;
  for (int from; (b = md_packet_take(l, MD_ANNOUNCE, &from)) != NULL; md_pool_give(b)) {
    const struct md_packet_head *h = (const struct md_packet_head *)b->data;
    struct md_sequence *c = md_sequence(l, h->tag, from, true);
    if (c == NULL) continue;
    if (h->offset > c->settled) c->settled = h->offset;
    if (h->number >= c->number) keep(c, h);
  }
}

/* The announcement of the receive that the next message of c will match. */
static const struct md_announced *announced(struct md_sequence *c) {
  for (; c->n > 0 && c->announced[c->from].number < c->number; c->n--) c->from++;
  if (c->n == 0) c->from = 0;
  return c->n > 0 && c->announced[c->from].number == c->number ? &c->announced[c->from] : NULL;
}

/* Whether increments of r may go. */
static bool opens(struct mdmp_request *r) {
  if (r->open || r->shut) return r->open;
  if (!r->sequences->sends || !md_uninstrumented_none()) return false;
  const struct md_announced *a = announced(r->sequence);
  if (a == NULL) {
    learn(r->sequences);
    a = announced(r->sequence);
  }
  if (a == NULL || !md_sequence_firm(r->sequence)) return false;
  r->open = r->bytes <= (MPI_Aint)a->bytes;
  r->shut = !r->open;
  r->number = r->sequence->number;
  r->lags = true;
  return r->open;
}

/* ---- what the program says ---- */

void md_increments_claim(struct mdmp_request *r, struct md_where at, const char *by) {
  struct md_sequence *c = r->sequence;
  if (r->claims) return;
  r->claims = true;
  r->said_at = at;
  r->said_by = by;
  r->behind = NULL;
  *(c->first != NULL ? &c->last->behind : &c->first) = r;
  c->last = r;
}

static void cut_up(struct mdmp_request *r) {
  int64_t most = md_rt.opt.piece;
  r->each = (uint32_t)(r->sequence->near && most > MD_NEAR_MAX ? MD_NEAR_MAX : most);
  r->increments = (unsigned)((r->bytes + r->each - 1) / r->each);
  r->increment = md_grow(r->increment, &r->room, r->increments, sizeof *r->increment);
  memset(r->increment, 0, r->increments * sizeof *r->increment);
}

static bool complete(const struct mdmp_request *r, unsigned i) {
  MPI_Aint lo = (MPI_Aint)i * r->each;
  return md_ranges_have(&r->said, lo, lo + length(r, i));
}

/* Sends those of first .. last that are complete. */
static void send_complete(struct mdmp_request *r, unsigned first, unsigned last, struct md_where at) {
  for (unsigned i = first; i <= last; i++)
    if (!r->increment[i].done && complete(r, i) && !send_early(r, i, at)) return;
}

/* Only the next message of a sequence goes early. */
static void add(struct mdmp_request *r, MPI_Aint lo, MPI_Aint hi, struct md_where at) {
  if (r->each == 0) cut_up(r);
  const struct md_stretch *now = md_ranges_add(&r->said, lo, hi);
  unsigned first = (unsigned)(lo / r->each), last = (unsigned)((hi - 1) / r->each);
  MPI_Aint end = (MPI_Aint)first * r->each + length(r, first);
  bool none = first == last && (now->lo > (MPI_Aint)first * r->each || now->hi < end);
  if (none || r->sequence->first != r || !opens(r)) return;
  if (r->lags) {
    first = 0;
    last = (unsigned)((r->bytes - 1) / r->each); /* MDMP_Delta_send_size */
    r->lags = false;
  }
  send_complete(r, first, last, at);
}

void md_increments_said(struct mdmp_request *r, MPI_Aint lo, MPI_Aint hi, struct md_where at) {
  md_increments_claim(r, at, "MDMP_Delta_send_data");
  if (hi > r->reach) r->reach = hi;
  if (r->bytes >= 0) add(r, lo, hi, at);
}

void md_delta_passed(const struct md_sequence *c, const char *what, struct md_where at) {
  const struct mdmp_request *r = c->first;
  if (r->at.file != NULL)
    md_note(r->at, "the message to rank %d with tag %d of which bytes were said to be complete is begun here", c->peer, c->tag);
  md_fail(at.file != NULL ? at : r->said_at,
          "%s to rank %d with tag %d comes between %s (%s:%d) and MDMP_Delta_send_end of another message there: bytes "
          "that were said to be complete are those of the next message",
          what, c->peer, c->tag, r->said_by, r->said_at.file != NULL ? r->said_at.file : "place not known", r->said_at.line);
}

/* ---- the end ---- */

/* Increment i was written to after it was sent. With the name it is no longer than what goes at once: the receiver must not need this process
 * behind the end. */
static void send_again(struct mdmp_request *r, unsigned i) {
  const struct md_increment *p = &r->increment[i];
  size_t name = p->at.file != NULL ? strlen(p->at.file) : 0;
  if (name > MD_PLACE_MAX) name = MD_PLACE_MAX;
  MPI_Aint at = (MPI_Aint)i * r->each, most = MD_NEAR_MAX - (MPI_Aint)name;
  for (MPI_Aint done = 0, all = length(r, i), n; done < all; done += n) {
    n = all - done < most ? all - done : most;
    struct md_packet_head h = head(r, at + done, n);
    h.again = 1;
    h.name = (uint16_t)name;
    h.line = p->at.line;
    h.address = (uint64_t)(uintptr_t)((const char *)r->buf.from + h.offset);
    post(r, &h, name > 0 ? p->at.file : "", (const char *)r->buf.from + h.offset, false);
  }
  md_delta_sums()->again++;
}

/* Whether increment i, which was sent, is the same now. */
static bool same(const struct mdmp_request *r, unsigned i) {
  return hash((const char *)r->buf.from + (size_t)i * r->each, (size_t)length(r, i)) == r->increment[i].hash;
}

static void send_rest(struct mdmp_request *r) {
  unsigned n = (unsigned)((r->bytes + r->each - 1) / r->each); /* MDMP_Delta_send_size */
  for (unsigned i = 0; i < n; i++) {
    if (!r->increment[i].done) send(r, i, false);
    else if (!same(r, i)) send_again(r, i);
  }
}

static void send_tail(struct mdmp_request *r) {
  const struct md_tail t = {r->sequences->nonce, r->number, (uint64_t)r->bytes, r->frames};
  memcpy(r->landing, &t, sizeof t);
  int n = (int)(MD_TAIL / (r->bytes / r->count));
  md_sequences_aside(1);
  r->error = MPI_Isend(r->landing, n, r->datatype, r->peer, r->tag, r->comm, &r->mpi);
  md_sequences_aside(-1);
}

bool md_increments_end(struct mdmp_request *r, struct md_where at) {
  struct md_sequence *c = r->sequence;
  if (c->first != NULL && c->first != r) md_delta_passed(c, "MDMP_Delta_send_end", at);
  if (r->claims) c->first = r->behind;
  r->claims = false;
  md_assert(r->frames == 0 || r->number == c->number);
  c->number++;
  if (r->frames > 0) {
    send_rest(r);
    send_tail(r);
    md_delta_sums()->in_increments++;
  }
  md_ranges_clear(&r->said);
  return r->frames > 0;
}
