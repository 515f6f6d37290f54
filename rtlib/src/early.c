/* Messages begun before their exchange: see early.h. */
#include "early.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "fault.h"
#include "frame.h"
#include "pending.h"
#include "pool.h"
#include "profile.h"
#include "rt.h"
#include "tune.h"

enum { UNSENT, SENT, SENT_FINAL };

struct piece {
  int state;
  struct md_buffer *copy; /* SENT: the frame, kept for comparing */
};

struct md_early {
  struct md_early *next;  /* begun, on any lane; or spare */
  struct md_early *later; /* begun on the same lane, in order of q */
  struct md_lane *lane;
  struct md_place *place;
  uint64_t q, number;
  struct md_past *past; /* a guess of history.c */
  unsigned again;       /* pieces that had changed */
  bool last_sent; /* the last frame is on its way */
  bool wrong;     /* begun by mistake (fault.h) */
  double since;   /* profile.c: when the first piece went */
  unsigned parts, part_room;
  struct md_section *part;
  size_t bytes, piece_bytes;
  unsigned pieces, piece_room, sent, proved; /* proved: of those sent, the FINAL ones */
  struct piece *piece;
};

/* Frames on the wire, side by side as MPI wants them. A buffer's ticket counts
 * who holds it: the wire, and the copy for comparing. */
struct outbox {
  MPI_Request *mpi;
  struct out {
    struct md_buffer *buffer;
    struct md_lane *lane;
    size_t acknowledges; /* synchronous sends: bytes known to be taken when it completes */
  } *what;
  int *index;
  MPI_Status *status;
  int n, room;
};

static struct outbox out;
static struct md_early *begun; /* on any lane */
static struct md_early *spare;
static uint64_t begun_ever;

static void release(struct md_buffer *b) {
  if (--b->holders == 0) md_pool_give(b);
}

/* ---- the wire ---- */

static void outbox_room(void) {
  if (out.n < out.room) return;
  int room = out.room > 0 ? 2 * out.room : 64;
  out.mpi = realloc(out.mpi, (size_t)room * sizeof *out.mpi);
  out.what = realloc(out.what, (size_t)room * sizeof *out.what);
  out.index = realloc(out.index, (size_t)room * sizeof *out.index);
  out.status = realloc(out.status, (size_t)room * sizeof *out.status);
  if (out.mpi == NULL || out.what == NULL || out.index == NULL || out.status == NULL) md_fail(MD_NOWHERE, "out of memory");
  out.room = room;
}

bool md_early_on_wire(void) { return out.n > 0; }

bool md_early_progress(void) {
  if (out.n == 0) return false;
  int done = 0;
  int code = MPI_Testsome(out.n, out.mpi, &done, out.index, out.status);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "sending a piece", code);
  if (done <= 0) return false;
  for (int k = 0; k < done; k++) {
    struct out *o = &out.what[out.index[k]];
    o->lane->comm->backlog[o->lane->peer] -= o->acknowledges;
    release(o->buffer);
    o->buffer = NULL;
  }
  int n = 0;
  for (int i = 0; i < out.n; i++) {
    if (out.what[i].buffer == NULL) continue;
    out.mpi[n] = out.mpi[i];
    out.what[n++] = out.what[i];
  }
  out.n = n;
  return true;
}

void md_early_drain(void) {
  struct md_watch w = {0};
  while (out.n > 0) md_keep_looking(&w);
}

void md_early_close(void) {
  free(out.mpi);
  free(out.what);
  free(out.index);
  free(out.status);
  out = (struct outbox){0};
  while (spare != NULL) {
    struct md_early *e = spare;
    spare = e->next;
    free(e->part);
    free(e->piece);
    free(e);
  }
}

/* A piece that is not gone at once was not eager: smaller ones may be. One
 * that is behind others says nothing. */
static void learn_eager(struct md_lane *l, bool gone) {
  enum { IN_A_ROW = 8, LEAST = 1024 };
  if (out.n > 0) return;
  l->rendezvous = gone ? 0 : l->rendezvous + 1;
  if (l->rendezvous < IN_A_ROW || l->piece <= LEAST) return;
  l->rendezvous = 0;
  l->piece = (l->piece / 2 + 63) / 64 * 64;
}

/* A frame of lane l goes synchronously now and then, so that we learn what was
 * taken: every quarter of the backlog allowed, the last one of a message if a
 * quarter is under way to its receiver on all lanes, any if it is half of it. */
static bool acknowledged(const struct md_lane *l, const struct md_header *h) {
  size_t quarter = (size_t)md_rt.opt.backlog / 4, all = l->comm->backlog[l->peer];
  return l->unacknowledged >= quarter || all > 2 * quarter || ((h->flags & MD_LAST) && all > quarter);
}

/* Sends a frame of lane l. Every quarter of the backlog allowed goes
 * synchronously: it completes when the receiver has taken it, and all before it. */
static void launch(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size) {
  outbox_room();
  l->comm->backlog[l->peer] += size;
  l->unacknowledged += size;
  bool sync = acknowledged(l, (const struct md_header *)b->data);
  MPI_Request r;
  int code = (sync ? MPI_Issend : MPI_Isend)(b->data, (int)size, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &r);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  int done = 0;
  if (!sync) {
    code = MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) md_fail_mpi(at, "sending a piece", code);
    learn_eager(l, done != 0);
  }
  size_t acknowledges = sync ? l->unacknowledged : 0;
  if (sync) l->unacknowledged = 0;
  if (done) {
    release(b);
    return;
  }
  out.mpi[out.n] = r;
  out.what[out.n++] = (struct out){b, l, acknowledges};
}

/* The receiver expects the messages whole on the direct tag. Nothing there says
 * that one comes in frames. */
static void turn_next(struct md_lane *l, struct md_where at) {
  l->direct++;
  outbox_room();
  struct md_buffer *b = md_pool_take();
  b->holders = 1;
  MPI_Request r;
  int code = MPI_Isend(b->data, 0, MPI_BYTE, l->peer, l->direct_tag, l->comm->comm, &r);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  out.mpi[out.n] = r;
  out.what[out.n++] = (struct out){b, l, 0};
}

/* Message q, and those before it, come in frames. */
static void turn(struct md_lane *l, struct md_where at, uint64_t q) {
  while (l->direct <= q) turn_next(l, at);
}

static struct md_header header_of(const struct md_place *p, uint64_t q, size_t total) {
  return (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_DATA, .q = q, .total = total,
                            .place = p->number};
}

/* ---- beginning ---- */

static struct md_early *new_early(void) {
  struct md_early *e = spare;
  if (e != NULL) {
    spare = e->next;
    return e;
  }
  e = md_alloc(sizeof *e);
  memset(e, 0, sizeof *e);
  return e;
}

static void *room(void *old, unsigned *have, unsigned n, size_t size) {
  if (n <= *have) return old;
  void *p = realloc(old, n * size);
  if (p == NULL) md_fail(MD_NOWHERE, "out of memory: %zu bytes", n * size);
  *have = n;
  return p;
}

static void keep_sections(struct md_early *e, const struct md_section *part, unsigned parts) {
  e->part = room(e->part, &e->part_room, parts, sizeof *e->part);
  e->parts = parts;
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

static void cut_in_pieces(struct md_early *e, size_t unit) {
  size_t quarter = (e->bytes / 4 + 63) / 64 * 64;
  if (quarter == 0) quarter = 64;
  e->piece_bytes = in_step(e->lane->piece < quarter ? e->lane->piece : quarter, unit);
  e->pieces = (unsigned)((e->bytes + e->piece_bytes - 1) / e->piece_bytes);
  e->piece = room(e->piece, &e->piece_room, e->pieces, sizeof *e->piece);
  memset(e->piece, 0, e->pieces * sizeof *e->piece);
}

/* The slot that a send like this one used last time. */
static struct md_slot *known_slot(const struct md_hint *h) {
  struct md_site *s = (struct md_site *)(intptr_t)*h->x;
  if (s == NULL) return NULL;
  for (int i = 0; i < MD_SLOTS; i++) {
    struct md_slot *k = &s->send[i];
    if (k->place != NULL && k->line == h->line && k->peer == h->peer && k->tag == h->tag && k->handle == h->handle &&
        k->epoch == md_comm_epoch)
      return k;
  }
  return NULL;
}

static bool may_begin(const struct md_site *s, const struct md_section *part, unsigned parts) {
  size_t bytes = 0;
  for (unsigned i = 0; i < parts; i++) bytes += part[i].bytes;
  return bytes > 0 && bytes <= (size_t)md_rt.opt.chunk && md_arm_of(s)->early;
}

/* The lane on which h may begin now, if there is anything to win. */
static struct md_lane *lane_to_begin(const struct md_hint *h, struct md_slot **slot) {
  if (!md_rt.overlap || h->peer < 0) return NULL;
  *slot = known_slot(h);
  if (*slot == NULL || (*slot)->place->skip) return NULL;
  struct md_lane *l = (*slot)->lane;
  l->fed = true;
  if (h->final) md_tune_proved((struct md_site *)(intptr_t)*h->x, l);
  return may_begin((const struct md_site *)(intptr_t)*h->x, h->part, h->parts) ? l : NULL;
}

static void withdraw(struct md_early *e);

/* Begins message q of a lane, nothing of it sent yet. */
static struct md_early *begin(struct md_lane *l, struct md_place *place, uint64_t q, const struct md_section *part,
                              unsigned parts, size_t unit) {
  struct md_early *e = new_early();
  if (l->piece == 0) l->piece = (size_t)md_rt.opt.piece;
  e->lane = l;
  e->place = place;
  e->q = q;
  e->number = ++begun_ever;
  e->past = NULL;
  e->again = 0;
  e->last_sent = e->wrong = false;
  e->since = 0;
  e->sent = e->proved = 0;
  keep_sections(e, part, parts);
  cut_in_pieces(e, unit);
  struct md_early **at = &l->begun;
  while (*at != NULL && (*at)->q < q) at = &(*at)->later;
  e->later = *at;
  *at = e;
  e->next = begun;
  begun = e;
  return e;
}

static struct md_early *begun_as(const struct md_lane *l, uint64_t q) {
  struct md_early *e = l->begun;
  while (e != NULL && e->q < q) e = e->later;
  return e != NULL && e->q == q ? e : NULL;
}

/* ---- faults on purpose (fault.h) ---- */

static void fire_some(struct md_early *e) {
  for (unsigned i = 0; i < e->pieces; i++)
    if (md_fault_now(2)) md_early_fire(e, (size_t)i * e->piece_bytes, false);
}

/* A message of other sections or for another directive, of which something may be sent. */
static void begin_wrong(const struct md_hint *h) {
  const struct md_site *s = (const struct md_site *)(intptr_t)*h->x;
  const struct md_slot *slot = &s->send[md_fault_choice(MD_SLOTS)];
  if (slot->place == NULL || slot->place->skip || slot->epoch != md_comm_epoch || slot->lane->begun != NULL) return;
  struct md_section half = h->part[0];
  bool cut = half.dims == 0 && md_fault_now(2);
  if (cut) half.block = half.bytes = (half.bytes + 1) / 2;
  struct md_early *e = begin(slot->lane, slot->place, slot->lane->executed, cut ? &half : h->part, cut ? 1 : h->parts, 0);
  e->wrong = true;
  fire_some(e);
}

/* ---- */

enum { AHEAD = 16 }; /* messages of a lane that may be begun at a time */

/* The message at place that comes on l after `before` others. */
static struct md_early *begin_after(struct md_lane *l, struct md_place *place, unsigned before, bool final,
                                    const struct md_section *part, unsigned parts, size_t unit) {
  uint64_t q = l->executed + before;
  if (before >= AHEAD) return NULL;
  struct md_early *e = begun_as(l, q);
  if (e != NULL && e->place == place && md_section_same(e->part, e->parts, part, parts)) return e;
  if (e != NULL && (!final || e->proved > 0)) return NULL;
  if (e != NULL) withdraw(e);
  if (before > 0 && begun_as(l, q - 1) == NULL) return NULL; /* that one may yet go whole */
  e = begin(l, place, q, part, parts, unit);
  if (md_fault(MD_FAULT_HINTS, 4)) fire_some(e);
  return e;
}

struct md_early *md_early_begin(const struct md_hint *h) {
  struct md_slot *slot;
  struct md_lane *l = lane_to_begin(h, &slot);
  if (l == NULL) return NULL;
  if (md_fault(MD_FAULT_HINTS, 8)) begin_wrong(h);
  return begin_after(l, slot->place, h->before, h->final, h->part, h->parts, h->unit);
}

struct md_early *md_early_guess(const struct md_guess *g) {
  if (!md_rt.overlap || g->place->skip || !may_begin(g->site, g->part, g->parts)) return NULL;
  g->lane->fed = true;
  struct md_early *e = begin_after(g->lane, g->place, g->before, false, g->part, g->parts, 0);
  if (e != NULL && e->sent == 0) e->past = g->past;
  return e;
}

uint64_t md_early_number(const struct md_early *e) { return e->number; }

size_t md_early_piece(const struct md_early *e) { return e->piece_bytes; }

const struct md_section *md_early_parts(const struct md_early *e, unsigned *parts) {
  *parts = e->parts;
  return e->part;
}

/* ---- pieces ---- */

static void pack(const struct md_section *s, size_t from, size_t length, char *to) {
  for (; length > 0; s++) {
    if (from >= s->bytes) {
      from -= s->bytes;
      continue;
    }
    size_t here = s->bytes - from < length ? s->bytes - from : length;
    md_section_pack(s, from, here, to);
    from = 0;
    to += here;
    length -= here;
  }
}

static size_t length_of(const struct md_early *e, unsigned i) {
  size_t at = (size_t)i * e->piece_bytes;
  return e->bytes - at < e->piece_bytes ? e->bytes - at : e->piece_bytes;
}

/* A frame with piece i as it is now; data starts at b->data + *data. */
static struct md_buffer *frame_of(struct md_early *e, unsigned i, size_t *data) {
  struct md_buffer *b = md_pool_take();
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(e->place, e->q, e->bytes);
  h->offset = (size_t)i * e->piece_bytes;
  h->length = length_of(e, i);
  *data = sizeof *h;
  pack(e->part, h->offset, h->length, b->data + *data);
  b->holders = 1;
  return b;
}

/* The other side hears of a directive before its first piece on the lane. */
static void introduce(struct md_early *e) {
  const struct md_place *p = e->place;
  if (md_likely(md_lane_known(e->lane, p->number) != NULL)) return;
  struct md_known *k = md_lane_learn(e->lane, p->number, p->where.file, strlen(p->where.file), p->where.line);
  k->total = e->bytes;
  struct md_buffer *b = md_pool_take();
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(p, e->q, e->bytes);
  h->place_words = md_frame_place(b->data, p->where.file, p->where.line);
  b->holders = 1;
  launch(e->lane, p->where, b, md_frame_data_at(h));
}

static void send_piece(struct md_early *e, unsigned i, int flags, bool keep) {
  size_t data;
  introduce(e);
  struct md_buffer *b = frame_of(e, i, &data);
  ((struct md_header *)b->data)->flags = (uint8_t)flags;
  if (keep) b->holders++;
  if (md_fault(keep ? MD_FAULT_HINTS : MD_FAULT_FINAL, 4)) md_fault_spoil(b->data + data, length_of(e, i));
  e->piece[i].copy = keep ? b : NULL;
  e->piece[i].state = keep ? SENT : SENT_FINAL;
  e->sent++;
  e->proved += !keep;
  launch(e->lane, e->place->where, b, data + length_of(e, i));
}

static bool crowded(const struct md_lane *l) { return l->comm->backlog[l->peer] > (size_t)md_rt.opt.backlog; }

/* The receiver puts aside what comes of messages behind the next one: no more than the backlog allowed. */
static bool too_far_ahead(const struct md_early *e) {
  if (e == e->lane->begun) return false;
  size_t bytes = 0;
  for (const struct md_early *o = e->lane->begun->later; o != NULL; o = o->later) bytes += o->sent * o->piece_bytes;
  return bytes > (size_t)md_rt.opt.backlog;
}

void md_early_fire(struct md_early *e, size_t at, bool final) {
  unsigned i = (unsigned)(at / e->piece_bytes);
  if (i >= e->pieces || md_fault(MD_FAULT_HINTS, 4)) return;
  if (e->wrong) final = false;
  if (e->piece[i].state != UNSENT || crowded(e->lane) || too_far_ahead(e)) return;
  turn(e->lane, e->place->where, e->q);
  bool last = final && e->proved + 1 == e->pieces;
  send_piece(e, i, final ? MD_FINAL | (last ? MD_LAST : 0) : 0, !final);
  e->last_sent = last;
  md_profile_fired(e->place, &e->since, length_of(e, i));
}

/* ---- at the exchange ---- */

static void unlink_begun(struct md_early *e) {
  struct md_early **at = &e->lane->begun;
  while (*at != e) at = &(*at)->later;
  *at = e->later;
  at = &begun;
  while (*at != e) at = &(*at)->next;
  *at = e->next;
}

static void forget(struct md_early *e) {
  for (unsigned i = 0; i < e->pieces; i++)
    if (e->piece[i].copy != NULL) {
      release(e->piece[i].copy);
      e->piece[i].copy = NULL;
    }
  unlink_begun(e);
  e->number = 0;
  e->next = spare;
  spare = e;
}

static void send_bare(struct md_early *e, int flags) {
  introduce(e);
  struct md_buffer *b = md_pool_take();
  struct md_header *h = (struct md_header *)b->data;
  *h = header_of(e->place, e->q, e->bytes);
  h->flags = (uint8_t)flags;
  b->holders = 1;
  launch(e->lane, e->place->where, b, sizeof *h);
}

/* The section has changed since piece i was sent. */
static bool differs(struct md_early *e, unsigned i) {
  size_t data;
  struct md_buffer *now = frame_of(e, i, &data);
  const struct md_buffer *then = e->piece[i].copy;
  const struct md_header *h = (const struct md_header *)then->data;
  bool d = memcmp(now->data + data, then->data + md_frame_data_at(h), length_of(e, i)) != 0;
  md_pool_give(now);
  return d;
}

static void await_room(const struct md_early *e) {
  struct md_watch w = {0};
  if (!crowded(e->lane)) return;
  md_profile_crowded(e->place);
  while (crowded(e->lane)) md_keep_looking(&w);
  md_profile_waited();
}

/* Sends what is missing or has changed; the last frame says so. */
static void send_rest(struct md_early *e) {
  unsigned last = e->pieces, sent = e->sent;
  for (unsigned i = 0; i < e->pieces; i++) {
    if (e->piece[i].state == SENT && differs(e, i)) {
      release(e->piece[i].copy);
      e->piece[i].copy = NULL;
      e->piece[i].state = UNSENT;
      e->again++;
      md_profile_again(e->place, length_of(e, i));
    }
    if (e->piece[i].state == UNSENT) last = i;
  }
  md_history_outcome(e->past, sent, e->again);
  for (unsigned i = 0; i < e->pieces; i++)
    if (e->piece[i].state == UNSENT) {
      await_room(e);
      send_piece(e, i, MD_FINAL | (i == last ? MD_LAST : 0), false);
    }
  if (last == e->pieces && !e->last_sent) send_bare(e, MD_LAST);
}

static void withdraw(struct md_early *e) {
  md_history_outcome(e->past, e->sent, e->sent);
  if (e->proved > 0)
    md_fail(e->place->where, "a send that was proved to come did not come (a fault of mdmpf90: please report it)");
  forget(e);
}

/* What was begun as the message of op, if it is that message. */
static struct md_early *begun_for(const struct md_op *op) {
  struct md_early *e = begun_as(op->lane, op->q);
  if (e == NULL) return NULL;
  if (e->place == op->place && md_section_same(e->part, e->parts, &op->ex->part[op->part], op->parts)) return e;
  withdraw(e);
  return NULL;
}

bool md_early_send(struct md_op *op, bool in_pieces) {
  struct md_lane *l = op->lane;
  struct md_early *e = begun_for(op);
  const struct md_arm *arm = md_arm_of(op->ex->site);
  bool turned = l->direct > op->q;
  bool pieces = in_pieces || (op->ex->managed && !op->place->skip && (arm->pieces || (arm->early && l->fed)));
  bool may = op->bytes > 0 && op->bytes <= (size_t)md_rt.opt.chunk;
  if (e == NULL && !turned && !(pieces && may)) return false;
  if (turned && op->bytes > (size_t)md_rt.opt.chunk)
    md_fail(op->place->where, "the section has grown to %zu bytes: use MDMP_MODE=plain or a larger MDMP_CHUNK", op->bytes);
  if (e == NULL) e = begin(l, op->place, op->q, &op->ex->part[op->part], op->parts, 0);
  md_pend(op->ex); /* while it waits for room, what it receives moves on */
  turn(l, op->place->where, op->q);
  md_profile_executed(e->place, e->since);
  send_rest(e);
  forget(e);
  return true;
}

void md_early_void_all(void) {
  while (begun != NULL) withdraw(begun);
}
