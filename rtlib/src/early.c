/* Messages begun before their exchange: see early.h. */
#include "early.h"

#include "bare.h"
#include "fault.h"
#include "frame.h"
#include "order.h"
#include "outgoing.h"
#include "pending.h"
#include "pieces.h"
#include "profile.h"
#include "rt.h"
#include "tune.h"
#include "weigh.h"

/* Of what was guessed, bytes were sent, and some again because they differed. */
static void come_out(struct md_luck *l, size_t sent, size_t again) {
  enum { MOST = 6 };
  if (l == NULL || sent == 0) return;
  l->changed = l->changed || again > 0;
  if (2 * again <= sent) {
    l->wrong = 0;
    return;
  }
  if (l->wrong < MOST) l->wrong++;
  l->rest = 1u << l->wrong;
}

void md_early_withdraw(struct md_early *e) {
  come_out(e->luck, e->gone, e->gone);
  come_out(e->also, e->gone, e->gone);
  if (e->proved > 0)
    md_fail(e->place->where, "a send that was proved to come did not come (a fault of mdmpf90: please report it)");
  if (e->sent > 0) md_outgoing_withdraw(e->lane, e->takes);
  md_pieces_forget(e);
}

uint64_t md_early_number(const struct md_early *e) { return e->number; }

const struct md_cuts *md_early_cuts(const struct md_early *e) { return &e->cuts; }

const struct md_section *md_early_parts(const struct md_early *e, unsigned *parts) {
  *parts = e->parts;
  return e->part;
}

/* ---- pieces ---- */

static bool crowded(const struct md_lane *l) { return l->with->backlog + md_bare_bytes() > (size_t)md_rt.opt.backlog; }

/* Bytes that went of messages behind message q of its lane, at most. */
static size_t gone_behind(const struct md_lane *l, uint64_t q) {
  size_t bytes = 0;
  for (const struct md_early *o = l->begun; o != NULL; o = o->later)
    if (o->q > q) bytes += o->takes;
  return bytes;
}

/* The receiver puts aside what comes of messages behind the next one: no more than the backlog allowed. */
static bool too_far_ahead(const struct md_early *e) {
  return e->q > e->lane->executed && gone_behind(e->lane, e->lane->executed) + md_bare_bytes() > (size_t)md_rt.opt.backlog;
}

static bool room(const struct md_early *e) { return !crowded(e->lane) && !too_far_ahead(e); }

static void send(struct md_early *e, unsigned i, bool final) {
  if (!final || !md_bare_take(e, i)) {
    md_outgoing_turn(e->lane, e->place->where, e->q);
    md_piece_send(e, i, final ? MD_FINAL : 0, !final);
  }
  if (!e->packed) md_profile_fired(e->place, &e->since, md_piece_length(e, i));
}

/* What is complete for good waits for room, behind what waits already. A guess does not: until its exchange is executed,
 * which looks whether it still holds, its receiver has no use for it, and its memory may be gone before. */
static void fire(struct md_early *e, unsigned i, bool final) {
  if (i >= e->pieces || md_fault(MD_FAULT_HINTS, 4)) return;
  if (e->piece[i].state != MD_UNSENT || md_bare_holds(e, i)) return;
  final = final && !e->wrong;
  if (room(e) && (!final || e->held == 0)) send(e, i, final);
  else if (final) md_piece_hold(e, i);
}

/* Sends what is held, as far as there is room. */
static bool send_held(void) {
  bool moved = false;
  md_assert(md_bare_bytes() == 0);
  for (struct md_early *e = md_pieces_held_after(0); e != NULL; e = md_pieces_held_after(e->number))
    for (; e->held > 0 && room(e); moved = true) send(e, md_piece_unhold(e), true);
  md_bare_flush();
  return moved;
}

bool md_early_go_on(void) { return md_unlikely(md_pieces_held()) && send_held(); }

void md_early_fire(struct md_early *e, size_t at, bool final) { fire(e, md_pieces_at(e, at), final); }

void md_early_fire_all(struct md_early *e, bool final) {
  for (unsigned i = 0; i < e->pieces; i++) fire(e, i, final);
}

void md_early_fired(void) {
  md_bare_flush();
  md_early_go_on();
}

/* ---- at the exchange ---- */

/* The receiver takes what is on the lane of the message that it executes. What was sent early on other lanes, and of
 * later messages on this one, it may take only after this message: for that nobody waits, however much it is. Nor for what
 * went of messages in whose place others came: these may be short, and their receivers far behind. */
static bool no_room(const struct md_early *e) {
  const struct md_lane *l = e->lane;
  return crowded(l) && l->backlog > (size_t)md_rt.opt.backlog / 2 + gone_behind(l, e->q) + l->withdrawn;
}

static bool to_send(const struct md_piece *p) { return p->state == MD_UNSENT || p->state == MD_CHANGED; }

/* What is missing of e, or has changed since it was sent. */
static void compare(struct md_early *e) {
  e->at = 0;
  e->last = e->pieces;
  while (e->held > 0) md_piece_unhold(e);
  for (unsigned i = 0; i < e->pieces; i++) {
    size_t changed = e->piece[i].state == MD_SENT ? md_piece_compare(e, i) : 0;
    if (changed > 0) {
      e->again += changed;
      md_profile_again(e->place, changed);
    }
    if (to_send(&e->piece[i])) e->last = i;
  }
  come_out(e->luck, e->gone, e->again);
  come_out(e->also, e->gone, e->again);
}

/* Sends what is missing of e, as far as there is room. True: its last frame said that it is all. */
static bool send_missing(struct md_early *e, const struct md_exchange *ex) {
  bool ended = false;
  for (; e->at < e->pieces; e->at++) {
    const struct md_piece *p = &e->piece[e->at];
    if (!to_send(p)) continue;
    if (no_room(e)) break;
    if (p->state == MD_UNSENT && md_bare_take(e, e->at)) continue;
    md_bare_flush(); /* nothing of the message comes behind LAST */
    ended = e->at == e->last && !md_outgoing_asks(e->lane) && md_order_clear(ex);
    /* a part of a piece is nothing that a nest could wait for */
    md_piece_send(e, e->at, (p->state == MD_CHANGED ? 0 : MD_FINAL) | (ended ? MD_LAST : 0), false);
  }
  md_bare_flush();
  return ended;
}

/* Sends what is missing of the message that comes next on its lane. False: something is left. */
static bool send_rest(struct md_early *e, const struct md_exchange *ex) {
  if (e != e->lane->begun) return false;
  bool ended = send_missing(e, ex);
  if (e->at < e->pieces) return false;
  if (!ended) md_order_end(e, ex);
  md_pieces_forget(e);
  return true;
}

void md_early_send_on(struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops && ex->crowded > 0; i++) {
    struct md_op *op = &ex->op[i];
    if (op->rest == NULL || !send_rest(op->rest, ex)) continue;
    op->rest = NULL;
    ex->crowded--;
  }
}

/* A receiver may execute its receive only after others of this exchange have their messages: so nothing of it waits
 * for room before all of it is posted, and then all of it waits at a time. */
void md_early_finish(struct md_exchange *ex) {
  struct md_watch w = {.ex = ex};
  unsigned first = 0;
  while (ex->op[first].rest == NULL) first++;
  md_profile_crowded(ex->op[first].place);
  md_pieces_hold_all();
  for (md_early_send_on(ex); ex->crowded > 0; md_early_send_on(ex)) md_keep_looking(&w);
  md_pieces_hold_no_more();
  md_profile_waited();
}

static bool is_for(const struct md_early *e, const struct md_op *op) {
  return e->place == op->place && md_section_same(e->part, e->parts, &op->ex->part[op->part], op->parts);
}

/* What was begun as the message of op, if it is that message. */
static struct md_early *begun_for(const struct md_op *op) {
  struct md_early *e = md_pieces_of(op->lane, op->q);
  if (e == NULL) return NULL;
  if (is_for(e, op)) return e;
  md_early_withdraw(e);
  return NULL;
}

/* A region states how long pieces are. */
static bool stated(void) { return md_pieces_stated() && md_tune_forced() != MD_PLAIN; }

bool md_early_may_split(const struct md_op *op) {
  const struct md_arm *arm = md_arm_of(&op->ex->site->tune);
  return op->ex->managed && (arm->pieces || arm->early || stated());
}

/* Whether op, of which nothing was begun, goes in pieces. */
static bool splits(const struct md_op *op, bool in_pieces) {
  const struct md_arm *arm = md_arm_of(&op->ex->site->tune);
  bool way = !md_pieces_short(op->bytes) && (stated() || arm->pieces || (arm->early && op->lane->fed));
  bool pieces = in_pieces || (op->ex->managed && !op->place->skip && way);
  return op->lane->direct > op->q || (pieces && op->bytes > 0 && op->bytes <= (size_t)md_rt.opt.chunk);
}

bool md_early_goes(const struct md_op *op, bool in_pieces) {
  const struct md_early *e = md_pieces_of(op->lane, op->q);
  return (e != NULL && is_for(e, op)) || splits(op, in_pieces);
}

bool md_early_send(struct md_op *op, bool in_pieces) {
  struct md_lane *l = op->lane;
  struct md_early *e = begun_for(op);
  bool turned = l->direct > op->q;
  md_assert(md_bare_bytes() == 0);
  if (e == NULL && !splits(op, in_pieces)) return false;
  if (md_unlikely(turned && op->bytes > (size_t)md_rt.opt.chunk)) /* it was expected to be shorter */
    for (size_t n = md_lengths(op); n > 1; n--) md_outgoing_nothing(l, op->place->where, op->q);
  bool begun = e != NULL;
  if (e == NULL) e = md_pieces_begin(l, op->place, op->q, &op->ex->part[op->part], op->parts, NULL);
  op->begun = begun;
  op->early = e->sent > 0 && (!e->packed || e->since > 0);
  op->packed = e->packed;
  md_pend(op->ex); /* while it waits for room, what it receives moves on */
  md_outgoing_turn(l, op->place->where, op->q);
  md_profile_executed(e->place, e->since);
  compare(e);
  if (send_rest(e, op->ex)) return true;
  op->rest = e;
  op->ex->crowded++;
  return true;
}

/* Its exchange is being executed. */
static bool executed(const struct md_early *e) { return e->q < e->lane->executed; }

/* A guess stays when a region ends: it waits for its exchange, which compares it whenever that comes. */
static bool outlives_region(const struct md_early *e) { return e->luck != NULL && e->proved == 0 && !md_rt.gated; }

void md_early_leave_region(void) {
  for (struct md_early *e = md_pieces_any(), *next; e != NULL; e = next) {
    next = e->next;
    if (!outlives_region(e) && (!md_rt.gated || !executed(e))) md_early_withdraw(e);
  }
}

void md_early_void_all(const struct md_comm *c) {
  for (struct md_early *e = md_pieces_any(), *next; e != NULL; e = next) {
    next = e->next;
    if ((c == NULL || e->lane->comm == c) && (!md_rt.gated || !executed(e))) md_early_withdraw(e);
  }
}
