/* Nests in execution: boxes are handed out, and around each box what it needs
 * is waited for and what it completed is sent.
 *
 * Translated code opens a nest, states what it touches and which sends it may
 * feed, and then asks for boxes until there are no more (spec/auto.md). At the
 * first question the plan is made (plan.c): receives that are pending and
 * touched become needs, sends that may begin early become feeds. With neither
 * there is one box, the whole nest, and all of this costs a few comparisons. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "early.h"
#include "history.h"
#include "licence.h"
#include "fault.h"
#include "mdmp.h"
#include "pending.h"
#include "plan.h"
#include "pool.h"
#include "rt.h"
#include "tune.h"
#include "view.h"

enum { ANY_ORDER = 1, GRID64 = 2, TESTED = 4, FINAL = 1 };

/* A send that the nest may feed, as stated or guessed. */
struct feed {
  struct md_hint hint; /* as stated */
  struct md_site *site; /* of the exchange */
  uint64_t mask; /* the parts that may be read, a bit each */
  bool final;
  uint64_t begun; /* the message under this number (md_early_number) */
  unsigned first, parts; /* its sections in the nest's list */
};

struct nest {
  struct nest *outer; /* the nest it interrupts, or the next spare one */
  struct md_site *site;
  int nloops;
  struct md_loop loop[MD_MAX_LOOPS];
  bool asleep; /* nothing is pending or early here */
  bool any_order, grid64, tested, started;
  bool touched; /* it writes what was sent */
  bool idle; /* there is nothing to do: one box, whatever is stated */
  struct md_plan plan;
  struct feed *feed;
  unsigned feeds, feed_room;
  struct md_section *part;
  unsigned parts, part_room, message;
  double began;
};

/* The nests that this thread is in, the innermost first: a nest may call what holds another. */
static _Thread_local struct nest *top, *spare;

static struct nest *take(void) {
  struct nest *n = spare;
  if (n != NULL) {
    spare = n->outer;
    return n;
  }
  n = md_alloc(sizeof *n);
  memset(n, 0, sizeof *n);
  return n;
}

static void give(struct nest *n) {
  top = n->outer;
  n->outer = spare;
  spare = n;
}

void md_nest_close(void) {
  while (spare != NULL) {
    struct nest *n = spare;
    spare = n->outer;
    md_plan_free(&n->plan);
    free(n->feed);
    free(n->part);
    free(n);
  }
}

/* With several threads in MPI nothing is pending or early: a nest is one box. The
 * same holds for threads beside the one that executes regions: what is pending
 * was completed before they could touch it. */
static bool asleep(void) { return !md_rt.overlap || !md_rt.ready || md_elsewhere(); }

/* Executions without a part in anything until a nest is idle while others send early, and those when
 * something has changed; how often it looks again. */
enum { LONG = 64, AFRESH = 12, AGAIN = 16 };

/* Nothing is pending, and nothing goes early: no exchange does that now, or the
 * nest has had no part in it for long. It looks again now and then, and when an
 * exchange begins to send early. */
static bool idle(const struct md_site *s) {
  enum { ENOUGH = 6 };
  if (md_under_way() || md_rt.fault != 0) return false;
  if (s->looks < ENOUGH || s->list != md_history_list()) return false;
  if (md_tune_any_early()) return s->turns == md_tune_turns() && s->quiet > LONG && s->quiet % AGAIN != 0;
  md_history_unseen();
  return true;
}

int mdmp_nest_idle(int64_t *x, const char *file, int line) {
  if (asleep()) return 1;
  struct md_site *s = md_site_of(x, file, line, NULL);
  if (!idle(s)) return 0;
  s->quiet++;
  return 1;
}

/* ---- stating ---- */

void mdmp_nest_begin(int64_t *x, const char *file, int line, int flags, int nloops, const long long *bounds) {
  struct nest *n = take();
  n->outer = top;
  top = n;
  n->asleep = asleep();
  n->site = n->asleep ? NULL : md_site_of(x, file, line, NULL);
  n->nloops = nloops;
  n->any_order = (flags & ANY_ORDER) != 0;
  n->grid64 = (flags & GRID64) != 0;
  n->tested = (flags & TESTED) != 0;
  n->started = false;
  n->idle = n->asleep || idle(n->site);
  n->touched = false;
  n->feeds = n->parts = n->message = 0;
  for (int l = 0; l < nloops; l++) {
    const long long *b = bounds + 3 * l;
    n->loop[l] = (struct md_loop){b[0], b[2], md_trip(b[0], b[1], b[2])};
  }
  if (!n->idle) md_plan_start(&n->plan, nloops, n->loop, n->any_order, n->grid64);
}

int mdmp_nest_asks(const int64_t *x) {
  (void)x;
  return !top->idle;
}

void mdmp_nest_array(int64_t *x, CFI_cdesc_t *array, int access, const long long *spec) {
  (void)x;
  if (top->idle || array->base_addr == NULL) return;
  struct md_view v;
  struct md_subscript sub[MD_MAX_RANK];
  md_view_cdesc(&v, array);
  for (int d = 0; d < v.rank; d++)
    sub[d] = (struct md_subscript){(int)spec[4 * d], spec[4 * d + 1], spec[4 * d + 2], spec[4 * d + 3]};
  md_view_extend(&v, sub, top->loop);
  md_plan_print(&top->plan, &v, access, sub);
}

void mdmp_nest_disjoint(int64_t *x, CFI_cdesc_t *a, CFI_cdesc_t *b) {
  (void)x;
  if (top->idle) return;
  struct md_view va, vb;
  md_view_cdesc(&va, a);
  md_view_cdesc(&vb, b);
  if (!md_view_overlap(&va, &vb)) return;
  top->any_order = false;
  top->plan.cutting.any_order = false;
}

static void add_part(void *arg, const struct md_section *s) {
  struct nest *n = arg;
  if (n->parts == n->part_room) {
    n->part_room = n->part_room > 0 ? 2 * n->part_room : 16;
    n->part = realloc(n->part, n->part_room * sizeof *n->part);
    if (n->part == NULL) md_fail(MD_NOWHERE, "out of memory");
  }
  n->part[n->parts++] = *s;
}

static struct feed *new_feed(struct nest *n) {
  if (n->feeds == n->feed_room) {
    n->feed_room = n->feed_room > 0 ? 2 * n->feed_room : 8;
    n->feed = realloc(n->feed, n->feed_room * sizeof *n->feed);
    if (n->feed == NULL) md_fail(MD_NOWHERE, "out of memory");
  }
  return &n->feed[n->feeds++];
}

static struct md_site *site_of_feed(const int64_t *ex) { return (struct md_site *)(intptr_t)*ex; }

static void close_feed(struct nest *n, const int64_t *ex, int line, int flags, int peer, int tag, const void *comm) {
  unsigned first = n->message;
  n->message = n->parts;
  if (peer < 0 || *ex == 0) return;
  struct feed *f = new_feed(n);
  *f = (struct feed){.hint = {.x = ex, .line = line, .peer = peer, .tag = tag},
                     .site = site_of_feed(ex),
                     .mask = UINT64_MAX,
                     .final = (flags & FINAL) != 0,
                     .first = first,
                     .parts = n->parts - first};
  memcpy(&f->hint.handle, comm, sizeof f->hint.handle);
  site_of_feed(ex)->stated = true;
}

void mdmp_nest_feed(int64_t *x, const int64_t *ex, int line, int flags, CFI_cdesc_t *section, int peer, int tag,
                    const void *comm) {
  (void)x;
  struct md_section s;
  if (peer < 0 || section->base_addr == NULL || top->idle) return;
  md_section_of(&s, section, top->site->where);
  add_part(top, &s);
  close_feed(top, ex, line, flags, peer, tag, comm);
}

void mdmp_nest_part(int64_t *x, CFI_cdesc_t *section) {
  (void)x;
  if (top->idle) return;
  struct md_section s;
  md_section_of(&s, section, top->site->where);
  add_part(top, &s);
}

void mdmp_nest_part_count(int64_t *x, CFI_cdesc_t *array, long long offset, long long count) {
  (void)x;
  if (!top->idle) md_section_range(array, offset, count, top->site->where, add_part, top);
}

void mdmp_nest_feed_parts(int64_t *x, const int64_t *ex, int line, int flags, int peer, int tag, const void *comm) {
  (void)x;
  if (!top->idle) close_feed(top, ex, line, flags, peer, tag, comm);
}

/* ---- planning ---- */

static void settle_feed(const struct nest *n, const struct feed *f) {
  for (unsigned k = 0; k < f->parts; k++) {
    struct md_view v;
    md_view_plain(&v, &n->part[f->first + k]);
    md_settle_view(&v); /* what is sent must not still be on its way to us */
  }
}

/* Whether all parts that granule g of a guess has bytes of lie in arrays that the nest states. */
static bool may_read(const struct feed *d, const struct md_early *e, const struct md_granule *g) {
  if (d->mask == UINT64_MAX) return true;
  unsigned parts;
  const struct md_section *part = md_early_parts(e, &parts);
  size_t start = 0;
  for (unsigned k = 0; k < parts; start += part[k++].bytes) {
    bool here = start < g->at + g->length && g->at < start + part[k].bytes;
    if (here && !(d->mask >> k & 1)) return false;
  }
  return true;
}

static void fire(void *arg, struct md_flow *f, struct md_granule *g) {
  const struct nest *n = arg;
  const struct feed *d = &n->feed[f->tag];
  if (md_early_number(f->message) == d->begun && may_read(d, f->message, g)) md_early_fire(f->message, g->at, d->final);
}

/* MPI_COMM_WORLD by name is the default. */
static int normal(int handle) { return handle == (int)MPI_Comm_c2f(MPI_COMM_WORLD) ? MDMP_WORLD : handle; }

/* Feeds stated before this one go first on their lane. What is proved is the
 * next exchange there: then only those of the same exchange. */
static unsigned before_on_lane(const struct nest *n, unsigned i) {
  const struct md_hint *h = &n->feed[i].hint;
  unsigned before = 0;
  for (unsigned k = 0; k < i; k++) {
    const struct md_hint *o = &n->feed[k].hint;
    bool lane = o->peer == h->peer && o->tag == h->tag && normal(o->handle) == normal(h->handle);
    before += lane && (!n->feed[i].final || *o->x == *h->x);
  }
  return before;
}

static void plan_feed(struct nest *n, unsigned i) {
  struct feed *f = &n->feed[i];
  f->hint.final = f->final;
  f->hint.before = before_on_lane(n, i);
  f->hint.part = &n->part[f->first];
  f->hint.parts = f->parts;
  f->hint.unit = f->parts == 1 ? md_plan_unit(&n->plan, f->hint.part) : 0;
  if (!md_plan_touches(&n->plan, MD_WRITES, f->hint.part, f->parts)) return;
  struct md_early *e = md_early_begin(&f->hint);
  if (e == NULL) return;
  f->begun = md_early_number(e);
  settle_feed(n, f);
  struct md_plan *p = &n->plan;
  if (!md_plan_flow(p, false, e, i, f->hint.part, f->parts, md_early_piece(e))) return;
  const struct md_flow *flow = &p->flow[p->flows - 1];
  for (unsigned k = 0; f->final && k < flow->granules; k++) { /* what the nest leaves alone is complete already */
    struct md_granule *g = &p->granule[flow->first + k];
    if (g->left == 0) md_early_fire(e, g->at, true);
  }
}

static bool fed_here(const struct nest *n, uint64_t message) {
  for (unsigned i = 0; i < n->feeds; i++)
    if (n->feed[i].begun == message) return true;
  return false;
}

/* Something of the message is still on its way to us. */
static bool incoming(const struct md_section *part, unsigned parts) {
  for (unsigned k = 0; k < parts; k++) {
    struct md_view v;
    md_view_plain(&v, &part[k]);
    if (md_pending_meets(&v)) return true;
  }
  return false;
}

static void plan_guess(struct nest *n, const struct md_guess *g) {
  struct md_early *e = md_early_guess(g);
  if (e == NULL || fed_here(n, md_early_number(e)) || incoming(g->part, g->parts)) return;
  struct md_plan *p = &n->plan;
  unsigned parts, i = n->feeds;
  const struct md_section *part = md_early_parts(e, &parts);
  *new_feed(n) = (struct feed){.site = g->site, .begun = md_early_number(e), .mask = g->mask};
  if (!md_plan_flow(p, false, e, i, part, parts, md_early_piece(e))) return;
  struct md_flow *flow = &p->flow[p->flows - 1];
  for (unsigned k = 0; k < flow->granules; k++) { /* what the nest leaves alone was written before */
    struct md_granule *at = &p->granule[flow->first + k];
    if (at->left == 0) fire(n, flow, at);
  }
}

/* What history expects the nest to complete. */
static void plan_guesses(struct nest *n) {
  enum { MOST = 32 };
  struct md_guess guess[MOST];
  unsigned guesses = md_history_guess(&n->plan, n->site, guess, MOST, &n->touched);
  for (unsigned i = 0; i < guesses; i++) plan_guess(n, &guess[i]);
}

enum { NEED_GRANULES = 128, NEED_LEAST = 4096 };

static void plan_need(void *arg, struct md_op *op) {
  struct nest *n = arg;
  size_t piece = op->bytes / NEED_GRANULES > NEED_LEAST ? op->bytes / NEED_GRANULES : NEED_LEAST;
  md_plan_flow(&n->plan, true, op, 0, &op->ex->part[op->part], op->parts, piece);
}

/* How many boxes a whole loop is cut into so that there is progress now and then. */
static int chunks_of(const struct nest *n) {
  double chunk = 1e-6 * (double)md_rt.opt.poll;
  double k = n->site->took / chunk;
  return n->site->took == 0 ? 8 : k < 1 ? 1 : k > 32 ? 32 : (int)k;
}

/* The share of the interior that the sites it feeds are trying. */
static int share_of(const struct nest *n) {
  if (md_rt.opt.share >= 0) return (int)md_rt.opt.share;
  if (n->feeds == 0) return 50;
  return md_arm_of(n->feed[0].site)->share;
}

static void single_box(struct nest *n) {
  struct md_plan *p = &n->plan;
  p->boxes = 1;
  p->now = -1;
  p->box[0] = (struct md_box){.r = {{0, 0}, {n->loop[0].trip - 1, n->nloops > 1 ? n->loop[1].trip - 1 : 0}}};
}

enum { MOST_STRIPS = 100 };

static void make_plan(struct nest *n) {
  for (int final = 1; final >= 0; final--) /* a guess gives way to a proof */
    for (unsigned i = 0; i < n->feeds; i++)
      if (n->feed[i].final == final) plan_feed(n, i);
  plan_guesses(n);
  md_pending_each(plan_need, n);
  const struct md_plan *p = &n->plan;
  unsigned most = 0;
  for (unsigned i = 0; i < p->flows; i++)
    if (p->flow[i].granules > most) most = p->flow[i].granules;
  bool quiet = p->flows == 0 && !md_under_way();
  int chunks = quiet ? 1 : chunks_of(n);
  if (n->grid64 && !n->tested && !md_rt.opt.cut_lines) {
    single_box(n);
    return;
  }
  md_plan_cut(&n->plan, most > MOST_STRIPS ? MOST_STRIPS : (int)most, chunks, share_of(n));
}

static bool empty(const struct nest *n) { return n->loop[0].trip == 0 || (n->nloops > 1 && n->loop[1].trip == 0); }

/* ---- boxes ---- */

static void wait_for(struct nest *n, const struct md_box *b) {
  struct md_plan *p = &n->plan;
  for (unsigned i = 0; i < p->flows; i++) {
    struct md_flow *f = &p->flow[i];
    struct md_op *op = f->message;
    if (!f->need || md_received(op) || md_fault(MD_FAULT_WAITS, 2)) continue;
    while (f->over < f->granules && p->granule[f->first + f->over].left <= 0) f->over++;
    for (unsigned k = f->over; k < f->granules; k++) {
      struct md_granule *g = &p->granule[f->first + k];
      if (g->left > 0 && md_plan_meets(p, g, b)) {
        md_need_bytes(op, g->at, g->at + g->length);
        g->left = 0; /* here for good */
      }
    }
  }
}

static void start(struct nest *n) {
  n->started = true;
  if (n->idle) {
    n->plan.flows = 0;
    single_box(n);
    return;
  }
  n->began = MPI_Wtime();
  md_pending_hold();
  make_plan(n);
}

/* The nest has said what it writes. */
static void look(struct md_site *s) {
  if (s->turns != md_tune_turns() && s->quiet > LONG - AFRESH) s->quiet = LONG - AFRESH;
  s->turns = md_tune_turns();
  s->looks = s->list == md_history_list() ? s->looks + 1 : 0;
  s->list = md_history_list();
}

static int finish(struct nest *n) {
  struct md_site *s = n->site;
  if (!n->idle) {
    double took = MPI_Wtime() - n->began;
    s->took = s->took == 0 || took < s->took ? took : 0.9 * s->took + 0.1 * took;
    md_pending_release();
  }
  if (!n->asleep) s->quiet = n->plan.flows == 0 && !n->touched ? s->quiet + 1 : 0;
  if (!n->idle) look(s);
  give(n);
  return 0;
}

int mdmp_nest_next(int64_t *x, long long *box) {
  (void)x;
  struct nest *n = top;
  if (!n->started) {
    if (empty(n)) {
      give(n);
      return 0;
    }
    start(n);
  } else {
    md_plan_ran(&n->plan, &n->plan.box[n->plan.now], fire, n);
    if (!n->asleep && md_under_way()) md_progress();
  }
  if (++n->plan.now == n->plan.boxes) return finish(n);
  const struct md_box *b = &n->plan.box[n->plan.now];
  wait_for(n, b);
  for (int l = 0; l < n->nloops; l++) {
    box[2 * l] = n->loop[l].first + b->r.lo[l] * n->loop[l].step;
    box[2 * l + 1] = n->loop[l].first + b->r.hi[l] * n->loop[l].step;
  }
  return 1;
}

/* ---- outside nests ---- */

void mdmp_need(CFI_cdesc_t *a) {
  if (asleep() || md_likely(!md_pending_any()) || a->base_addr == NULL) return;
  struct md_view v;
  md_view_cdesc(&v, a);
  if (v.rank > 0 && v.extent[v.rank - 1] == 1) v.extent[v.rank - 1] = -1; /* the a(1) of old codes */
  md_settle_view(&v);
}

void mdmp_settle(void) {
  if (asleep()) return;
  md_settle_all();
  md_revoke();
}

void mdmp_fire(const int64_t *ex, int line, int flags, CFI_cdesc_t *section, int peer, int tag, const void *comm) {
  if (asleep() || peer < 0 || *ex == 0 || section->base_addr == NULL) return;
  struct md_section s;
  md_section_of(&s, section, MD_NOWHERE);
  struct md_hint h = {.x = ex, .line = line, .peer = peer, .tag = tag, .part = &s, .parts = 1};
  memcpy(&h.handle, comm, sizeof h.handle);
  struct md_early *e = md_early_begin(&h);
  if (e == NULL) return;
  struct md_view v;
  md_view_plain(&v, &s);
  md_settle_view(&v);
  for (size_t at = 0; at < s.bytes; at += md_early_piece(e)) md_early_fire(e, at, (flags & FINAL) != 0);
}
