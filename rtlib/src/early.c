/* Messages begun before their exchange: see early.h. */
#include "early.h"

#include "comm.h"
#include "fault.h"
#include "frame.h"
#include "order.h"
#include "outgoing.h"
#include "pending.h"
#include "pieces.h"
#include "profile.h"
#include "rt.h"
#include "tune.h"

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

static void withdraw(struct md_early *e) {
  md_history_outcome(e->past, e->sent, e->sent);
  if (e->proved > 0)
    md_fail(e->place->where, "a send that was proved to come did not come (a fault of mdmpf90: please report it)");
  md_pieces_forget(e);
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
  struct md_early *e = md_pieces_begin(slot->lane, slot->place, slot->lane->executed, cut ? &half : h->part,
                                       cut ? 1 : h->parts, 0);
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
  struct md_early *e = md_pieces_of(l, q);
  if (e != NULL && e->place == place && md_section_same(e->part, e->parts, part, parts)) return e;
  if (e != NULL && (!final || e->proved > 0)) return NULL;
  if (e != NULL) withdraw(e);
  if (before > 0 && md_pieces_of(l, q - 1) == NULL) return NULL; /* that one may yet go whole */
  e = md_pieces_begin(l, place, q, part, parts, unit);
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

static bool crowded(const struct md_lane *l) { return l->with->backlog > (size_t)md_rt.opt.backlog; }

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
  if (e->piece[i].state != MD_UNSENT || crowded(e->lane) || too_far_ahead(e)) return;
  md_outgoing_turn(e->lane, e->place->where, e->q);
  md_piece_send(e, i, final ? MD_FINAL : 0, !final);
  md_profile_fired(e->place, &e->since, md_piece_length(e, i));
}

/* ---- at the exchange ---- */

static void await_room(const struct md_early *e) {
  struct md_watch w = {0};
  if (!crowded(e->lane)) return;
  md_profile_crowded(e->place);
  while (crowded(e->lane)) md_keep_looking(&w);
  md_profile_waited();
}

/* Sends what is missing or has changed; the last frame says so, if the message may be complete. */
static void send_rest(struct md_early *e, const struct md_exchange *ex) {
  unsigned last = e->pieces, sent = e->sent;
  bool ended = false;
  for (unsigned i = 0; i < e->pieces; i++) {
    if (e->piece[i].state == MD_SENT && md_piece_differs(e, i)) {
      md_outgoing_release(e->piece[i].copy);
      e->piece[i].copy = NULL;
      e->piece[i].state = MD_UNSENT;
      e->again++;
      md_profile_again(e->place, md_piece_length(e, i));
    }
    if (e->piece[i].state == MD_UNSENT) last = i;
  }
  md_history_outcome(e->past, sent, e->again);
  for (unsigned i = 0; i < e->pieces; i++)
    if (e->piece[i].state == MD_UNSENT) {
      await_room(e);
      ended = i == last && !md_outgoing_asks(e->lane) && md_order_clear(ex);
      md_piece_send(e, i, MD_FINAL | (ended ? MD_LAST : 0), false);
    }
  if (!ended) md_order_end(e, ex);
}

/* What was begun as the message of op, if it is that message. */
static struct md_early *begun_for(const struct md_op *op) {
  struct md_early *e = md_pieces_of(op->lane, op->q);
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
  if (e == NULL) e = md_pieces_begin(l, op->place, op->q, &op->ex->part[op->part], op->parts, 0);
  md_pend(op->ex); /* while it waits for room, what it receives moves on */
  md_outgoing_turn(l, op->place->where, op->q);
  md_profile_executed(e->place, e->since);
  send_rest(e, op->ex);
  md_pieces_forget(e);
  return true;
}

void md_early_void_all(void) {
  while (md_pieces_any() != NULL) withdraw(md_pieces_any());
}
