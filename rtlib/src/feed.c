/* What a nest feeds and needs.
 *
 * The plan of a nest (plan.c) is arithmetic. Here it gets its messages: sends
 * that may begin early become feeds, receives that are pending become needs. And
 * here the plan is obeyed: before a box runs, what it needs is waited for;
 * after it, what it completed is sent. */
#include "feed.h"

#include <mpi.h>
#include <stdlib.h>

#include "count.h"
#include "fault.h"
#include "history.h"
#include "kept.h"
#include "memory.h"
#include "pending.h"
#include "rt.h"
#include "tune.h"
#include "units.h"

struct md_feed *md_nest_feed(struct md_nest *n) {
  n->feed = md_grow(n->feed, &n->feed_room, n->feeds + 1, sizeof *n->feed);
  return &n->feed[n->feeds++];
}

/* Whether all that granule g of a guess has bytes of lies in arrays that the nest states. */
static bool may_read(const struct md_feed *d, const struct md_early *e, const struct md_granule *g) {
  if (d->mask == UINT64_MAX) return true;
  unsigned parts;
  const struct md_section *part = md_trigger_parts(e, &parts);
  return md_units_within(part, parts, d->shares, d->mask, g->at, g->at + g->length);
}

static void fire(void *arg, struct md_flow *f, struct md_granule *g) {
  const struct md_nest *n = arg;
  const struct md_feed *d = &n->feed[f->tag];
  if (md_trigger_number(f->message) == d->begun && may_read(d, f->message, g))
    md_trigger_complete(f->message, g->at, d->final && !d->incoming);
}

static unsigned before_on_lane(const struct md_nest *n, unsigned i) {
  unsigned before = 0;
  for (unsigned k = 0; k < i; k++) before += md_hint_precedes(&n->feed[k].hint, &n->feed[i].hint);
  return before;
}

/* Boxes are counted from the moment on at which it is known how many there are. What is proved needs no count. */
static void plan_counted(struct md_nest *n, struct md_feed *f) {
  struct md_count *c = md_count_of(&n->site->counts, &f->hint);
  n->touched = n->touched || c == NULL; /* it rests: there may be something to do before long */
  if (c == NULL) return;
  f->hint.luck = md_count_luck(c);
  f->e = md_trigger_hint(&f->hint);
  if (f->e == NULL) return;
  f->begun = md_trigger_number(f->e);
  f->count = c;
  n->touched = true;
}

/* Where iterations take long, those who wait for their results wait for less if parts of a message are shorter than what
 * their frames are worth on the wire: at most 16 parts, each of which takes 20 times what a frame costs both sides. */
static size_t fine(const struct md_nest *n, size_t bytes) {
  enum { PARTS = 16, LEAST = 512 };
  const double worth = 100e-6;
  if (n->site->took < PARTS * worth) return 0;
  size_t each = (bytes / PARTS + 63) / 64 * 64;
  return each > LEAST ? each : LEAST;
}

static size_t bytes_of(const struct md_hint *h) {
  size_t bytes = 0;
  for (unsigned i = 0; i < h->parts; i++) bytes += h->part[i].bytes;
  return bytes;
}

/* What boxes complete follows from what the nest states. What is received into the same memory need not be there before
 * them (s = s + part between the receive of s and its send): boxes wait for the elements that they touch, and of those that
 * they leave alone it is found at the exchange whether they were there when their piece went. */
static void plan_known(struct md_nest *n, struct md_feed *f, unsigned i) {
  f->hint.unit = f->parts == 1 ? md_plan_unit(&n->plan, f->hint.part) : 0;
  f->hint.fine = fine(n, bytes_of(&f->hint));
  if (!md_plan_touches(&n->plan, MD_WRITES, f->hint.part, f->parts)) return;
  struct md_early *e = md_trigger_hint(&f->hint);
  if (e == NULL) return;
  f->begun = md_trigger_number(e);
  f->incoming = md_pending_meets_parts(f->hint.part, f->hint.parts);
  struct md_plan *p = &n->plan;
  if (!md_plan_flow(p, false, e, i, f->hint.part, f->parts, md_trigger_cuts(e))) return;
  const struct md_flow *flow = &p->flow[p->flows - 1];
  for (unsigned k = 0; f->final && !f->incoming && k < flow->granules; k++) { /* what the nest leaves alone is complete already */
    struct md_granule *g = &p->granule[flow->first + k];
    if (g->left == 0) md_trigger_complete(e, g->at, true);
  }
  md_trigger_said();
}

static struct md_feed *hint_of(struct md_nest *n, unsigned i) {
  struct md_feed *f = &n->feed[i];
  f->hint.final = f->final;
  f->hint.before = before_on_lane(n, i);
  f->hint.part = &n->part[f->first];
  f->hint.parts = f->parts;
  return f;
}

static void plan_feed(struct md_nest *n, unsigned i) {
  struct md_feed *f = hint_of(n, i);
  if (f->known) plan_known(n, f, i);
  if (f->counted && !f->final && (!f->known || f->begun != 0)) plan_counted(n, f);
}

static bool fed_here(const struct md_nest *n, uint64_t message) {
  for (unsigned i = 0; i < n->feeds; i++)
    if (n->feed[i].known && n->feed[i].begun == message) return true;
  return false;
}

/* What the nest leaves alone of a guess was written before: it goes now. */
static void fire_the_rest(struct md_nest *n, const struct md_feed *guess, struct md_early *e) {
  struct md_plan *p = &n->plan;
  for (unsigned i = 0; i < p->flows; i++) {
    struct md_flow *flow = &p->flow[i];
    for (unsigned k = 0; !flow->need && flow->message == e && k < flow->granules; k++) {
      struct md_granule *g = &p->granule[flow->first + k];
      if (g->left == 0 && may_read(guess, e, g)) md_trigger_complete(e, g->at, false);
    }
  }
}

static void plan_guess(struct md_nest *n, const struct md_guess *g) {
  struct md_early *e = md_trigger_guess(g);
  if (e == NULL) return;
  struct md_feed d = {.site = g->site, .known = true, .begun = md_trigger_number(e), .mask = g->mask, .shares = g->shares};
  if (!fed_here(n, d.begun)) { /* else the hint of the nest itself says what its iterations complete */
    unsigned parts, i = n->feeds;
    const struct md_section *part = md_trigger_parts(e, &parts);
    *md_nest_feed(n) = d;
    if (!md_plan_flow(&n->plan, false, e, i, part, parts, md_trigger_cuts(e))) return;
  }
  if (!md_pending_meets_parts(g->part, g->parts)) fire_the_rest(n, &d, e);
}

/* What history expects the nest to complete. */
static void plan_guesses(struct md_nest *n) {
  enum { MOST = 32 };
  struct md_guess guess[MOST];
  unsigned guesses = md_history_guess(&n->plan, n->site, guess, MOST, &n->touched);
  for (unsigned i = 0; i < guesses; i++) plan_guess(n, &guess[i]);
}

enum { NEED_GRANULES = 128, NEED_LEAST = 4096 };

static void plan_need(void *arg, struct md_op *op) {
  struct md_nest *n = arg;
  size_t piece = op->bytes / NEED_GRANULES > NEED_LEAST ? op->bytes / NEED_GRANULES : NEED_LEAST, finer = fine(n, op->bytes);
  if (finer > 0 && finer < piece) piece = finer;
  md_plan_flow(&n->plan, true, op, 0, &op->ex->part[op->part], op->parts, &(struct md_cuts){.step = piece});
}

/* How many boxes a whole loop is cut into so that there is progress now and then. */
static int chunks_of(const struct md_nest *n) {
  double chunk = 1e-6 * (double)md_rt.opt.poll;
  double k = n->site->took / chunk;
  return n->site->took == 0 ? 8 : k < 1 ? 1 : k > 32 ? 32 : (int)k;
}

/* The share of the interior that the sites it feeds are trying. */
static int share_of(const struct md_nest *n) {
  if (md_rt.opt.share >= 0) return (int)md_rt.opt.share;
  if (n->feeds == 0) return 50;
  return md_arm_of(&n->feed[0].site->tune)->share;
}

void md_nest_single_box(struct md_nest *n) {
  struct md_plan *p = &n->plan;
  md_kept_drop(p);
  p->boxes = 1;
  p->now = -1;
  p->box[0] = (struct md_box){.r = md_rect_all(n->loop, n->nloops)};
}

enum { MOST_STRIPS = 100, COUNTED = 32 /* boxes, so that there is something to count */ };

/* Whether counts alone say what boxes complete. */
static bool counts(const struct md_nest *n) {
  bool any = false;
  for (unsigned i = 0; i < n->feeds; i++) {
    if (n->feed[i].known && n->feed[i].begun != 0) return false;
    any = any || n->feed[i].count != NULL;
  }
  return any;
}

static void begin_counts(struct md_nest *n) {
  for (unsigned i = 0; i < n->feeds; i++)
    if (n->feed[i].count != NULL) md_count_begin(n->feed[i].count, n->feed[i].e, n->plan.box, (unsigned)n->plan.boxes, n->site->elements, n);
}

static void count_box(struct md_nest *n) {
  for (unsigned i = 0; i < n->feeds; i++)
    if (n->feed[i].count != NULL) md_count_over(n->feed[i].count, (unsigned)n->plan.now + 1);
}

/* MDMP_FAULT=cuts: demands that nobody has. */
static void cut_anywhere(struct md_nest *n) {
  md_kept_drop(&n->plan);
  for (unsigned i = md_fault_choice(4); i > 0; i--) {
    struct md_rect r = md_rect_all(n->loop, n->nloops);
    for (int l = 0; l < n->nloops; l++) {
      const unsigned trip = n->loop[l].trip < 1 << 20 ? (unsigned)n->loop[l].trip : 1 << 20;
      r.lo[l] = md_fault_choice(trip);
      r.hi[l] = r.lo[l] + md_fault_choice((trip - (unsigned)r.lo[l] + 1) / 2 + 1);
      if (r.hi[l] >= trip) r.hi[l] = trip - 1;
    }
    md_plan_demand(&n->plan, md_fault_now(2), &r);
  }
}

static void cut(struct md_nest *n) {
  const struct md_plan *p = &n->plan;
  unsigned most = 0;
  for (unsigned i = 0; i < p->flows; i++)
    if (p->flow[i].granules > most) most = p->flow[i].granules;
  bool quiet = p->flows == 0 && !md_under_way();
  int chunks = counts(n) ? COUNTED : quiet ? 1 : chunks_of(n);
  if (n->one_box || (n->grid64 && !n->tested && !md_rt.opt.cut_lines)) {
    md_nest_single_box(n);
    return;
  }
  if (md_unlikely(md_rt.fault & MD_FAULT_CUTS)) {
    cut_anywhere(n);
    chunks = (int)md_fault_choice(9);
  }
  md_plan_cut(&n->plan, most > MOST_STRIPS ? MOST_STRIPS : (int)most, chunks, share_of(n));
}

void md_nest_plan(struct md_nest *n) {
  for (int final = 1; final >= 0; final--) /* a guess gives way to a proof */
    for (unsigned i = 0; i < n->feeds; i++)
      if (n->feed[i].final == final) plan_feed(n, i);
  plan_guesses(n);
  md_pending_each(plan_need, n);
  cut(n);
  begin_counts(n);
}

int64_t md_nest_unit(struct md_nest *n, int64_t k, bool ends) {
  int64_t next = -1;
  for (unsigned i = 0; i < n->feeds; i++) {
    int64_t due = md_count_unit(&n->site->counts, &hint_of(n, i)->hint, k, ends);
    if (due >= 0 && (next < 0 || due < next)) next = due;
  }
  return next;
}

/* ---- round a box ---- */

void md_nest_wait(struct md_nest *n, const struct md_box *b) {
  struct md_plan *p = &n->plan;
  for (unsigned i = 0; i < p->flows; i++) {
    struct md_flow *f = &p->flow[i];
    struct md_op *op = f->message;
    if (!f->need || md_received(op) || md_fault(MD_FAULT_WAITS, 2)) continue;
    while (f->over < f->granules && p->granule[f->first + f->over].left <= 0) f->over++;
    for (unsigned k = f->over; k < f->granules; k++) {
      struct md_granule *g = &p->granule[f->first + k];
      if (g->left > 0 && md_plan_meets(p, g, b)) {
        md_trigger_bytes_needed(op, g->at, g->at + g->length);
        g->left = 0; /* here for good */
      }
    }
  }
}

void md_nest_ran(struct md_nest *n) {
  md_plan_ran(&n->plan, &n->plan.box[n->plan.now], fire, n);
  count_box(n);
  md_trigger_said();
}
