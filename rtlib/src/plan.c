/* Plans of nests: see plan.h. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "kept.h"
#include "memory.h"
#include "view.h"

void md_plan_free(struct md_plan *p) {
  free(p->print);
  free(p->looked);
  free(p->flow);
  free(p->granule);
  free(p->rect);
  free(p->demand);
  md_kept_free(&p->kept);
}

void md_plan_start(struct md_plan *p, int nloops, const struct md_loop *loop, bool any_order, bool grid64) {
  md_kept_start(p, nloops, loop);
  p->cutting = (struct md_cutting){.nloops = nloops, .any_order = any_order, .grid64 = grid64};
  for (int l = 0; l < nloops; l++) {
    p->loop[l] = loop[l];
    p->cutting.trip[l] = loop[l].trip;
  }
  p->prints = p->looks = p->flows = p->granules = p->rects = p->demands = 0;
  p->now = -1;
}

static void add_print(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub, int look) {
  if (md_kept_print(p, array, access, sub, look)) return;
  p->print = md_grow(p->print, &p->print_room, p->prints + 1, sizeof *p->print);
  struct md_print *f = &p->print[p->prints++];
  f->array = *array;
  f->access = access;
  f->look = look;
  for (int d = 0; d < array->rank; d++) f->sub[d] = sub[d];
}

void md_plan_print(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub) {
  add_print(p, array, access, sub, -1);
}

void md_plan_lookup(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub,
                    const struct md_lookup *what, uint64_t stay) {
  p->looked = md_grow(p->looked, &p->look_room, p->looks + 1, sizeof *p->looked);
  struct md_looked *l = &p->looked[p->looks];
  if (p->looks == p->looked_ever) {
    *l = (struct md_looked){0};
    p->looked_ever++;
  }
  bool same, can = md_lookup_read(l, what, p->loop, p->cutting.nloops, stay, &same);
  p->kept.same = p->kept.same && same;
  add_print(p, array, access, sub, can ? (int)p->looks++ : -1);
}

bool md_plan_touches(const struct md_plan *p, int access, const struct md_section *part, unsigned parts) {
  for (unsigned i = 0; i < p->prints; i++) {
    if (!(p->print[i].access & access)) continue;
    for (unsigned k = 0; k < parts; k++) {
      struct md_view v;
      md_view_of(&v, &part[k], &p->print[i].array);
      if (md_view_overlap(&p->print[i].array, &v)) return true;
    }
  }
  return false;
}

/* ---- granules ---- */

static void add_rect(struct md_plan *p, struct md_granule *g, const struct md_rect *r) {
  p->rect = md_grow(p->rect, &p->rect_room, p->rects + 1, sizeof *p->rect);
  p->rect[p->rects++] = *r;
  g->rects++;
  g->all += md_rect_common(r, r, p->cutting.nloops);
  g->left = g->all;
}

/* Where a section lies in an array of a footprint. */
struct place {
  unsigned print;
  const struct md_section *s;
  size_t start, elem; /* where it begins in the message; bytes of an element */
  int64_t count;      /* of all of it; with a list: of what it reaches */
  struct md_placing in;
};

/* The elements of the array that hold bytes from .. from+length of the section. With a list: all between. False: none. */
static bool block_of(const struct md_plan *p, const struct place *at, size_t from, size_t length, struct md_block *b) {
  if (at->s->list == NULL) {
    int64_t first = (int64_t)(from / at->elem), last = (int64_t)((from + length - 1) / at->elem);
    md_place_block(&at->in, first, last - first + 1, b);
    return true;
  }
  struct md_view v;
  struct md_placing in;
  md_view_reached(&v, at->s, from, length, &p->print[at->print].array);
  if (!md_place(&p->print[at->print].array, &v, &in)) return false;
  md_place_block(&in, 0, md_view_count(&v), b);
  return true;
}

enum { MOST_RUNS = 16 };

/* The iterations that touch block b through a footprint, as one rectangle, or, where it is looked up, as
 * several that have nothing in common; says how many. */
static int touching(const struct md_plan *p, const struct md_print *f, const struct md_block *b, struct md_rect r[MOST_RUNS]) {
  if (!md_touching(b, f->sub, p->loop, p->cutting.nloops, &r[0])) return 0;
  if (f->look < 0) return 1;
  const struct md_looked *l = &p->looked[f->look];
  struct md_range run[MOST_RUNS];
  int n = 0, runs = md_lookup_runs(l, b->dim[l->what.dim], run, MOST_RUNS);
  const struct md_rect all = r[0];
  for (int i = 0; i < runs; i++) {
    struct md_rect one = all;
    if (run[i].lo > one.lo[l->loop]) one.lo[l->loop] = run[i].lo;
    if (run[i].hi < one.hi[l->loop]) one.hi[l->loop] = run[i].hi;
    if (one.lo[l->loop] <= one.hi[l->loop]) r[n++] = one;
  }
  return n;
}

/* The iterations that touch bytes from .. from+length of a section. */
static void add_touching(struct md_plan *p, struct md_granule *g, const struct place *at, size_t from, size_t length) {
  struct md_block b;
  struct md_rect r[MOST_RUNS];
  int n = block_of(p, at, from, length, &b) ? touching(p, &p->print[at->print], &b, r) : 0;
  for (int i = 0; i < n; i++) add_rect(p, g, &r[i]);
}

/* The part of granule g that lies in the section at byte `start` of the message. */
static bool inside(const struct md_granule *g, size_t start, size_t bytes, size_t *from, size_t *length) {
  size_t lo = g->at > start ? g->at : start;
  size_t hi = g->at + g->length < start + bytes ? g->at + g->length : start + bytes;
  if (lo >= hi) return false;
  *from = lo - start;
  *length = hi - lo;
  return true;
}

enum { MAX_PLACES = 64 };

static unsigned find_places(const struct md_plan *p, int access, const struct md_section *part, unsigned parts,
                            struct place *places, unsigned most) {
  unsigned n = 0;
  for (unsigned i = 0; i < p->prints; i++) {
    if (!(p->print[i].access & access)) continue;
    size_t start = 0;
    for (unsigned k = 0; k < parts; start += part[k++].bytes) {
      struct md_view v;
      md_view_of(&v, &part[k], &p->print[i].array);
      struct md_placing in;
      if (n == most || !md_place(&p->print[i].array, &v, &in)) continue;
      places[n] = (struct place){.print = i, .s = &part[k], .start = start, .elem = v.elem, .count = md_view_count(&v), .in = in};
      n++;
    }
  }
  return n;
}

size_t md_plan_unit(const struct md_plan *p, const struct md_section *part) {
  struct place at;
  if (part->list != NULL || find_places(p, MD_WRITES, part, 1, &at, 1) == 0 || !at.in.exact || at.in.linear) return 0;
  size_t unit = at.elem;
  for (int i = 0; i < at.in.srank; i++) {
    if (at.in.dim[i] >= 0 && p->print[at.print].sub[at.in.dim[i]].loop != 0) break;
    unit *= (size_t)at.in.sextent[i];
  }
  return unit;
}

static void whole_nest(struct md_plan *p, struct md_granule *g) {
  struct md_rect r = md_rect_all(p->loop, p->cutting.nloops);
  add_rect(p, g, &r);
}

/* The smallest rectangle round the rectangles of a flow through one place is
 * the demand that cuts the nest. */
static void add_demand(struct md_plan *p, bool need, const struct md_rect *r) {
  p->demand = md_grow(p->demand, &p->demand_room, p->demands + 1, sizeof *p->demand);
  p->demand[p->demands++] = (struct md_demand){.r = *r, .need = need};
}

void md_plan_demand(struct md_plan *p, bool need, const struct md_rect *r) { add_demand(p, need, r); }

static void demand_of(struct md_plan *p, bool need, const struct place *at) {
  struct md_block b;
  md_place_block(&at->in, 0, at->count, &b);
  struct md_rect r[MOST_RUNS];
  int n = touching(p, &p->print[at->print], &b, r);
  for (int i = 0; i < n; i++) add_demand(p, need, &r[i]);
}

static bool make_flow(struct md_plan *p, bool need, const struct md_section *part, unsigned parts, const struct md_cuts *cuts) {
  struct place places[MAX_PLACES];
  unsigned n = find_places(p, need ? MD_READS | MD_WRITES : MD_WRITES, part, parts, places, MAX_PLACES);
  if (n == 0) return false;
  size_t total = 0;
  for (unsigned k = 0; k < parts; k++) total += part[k].bytes;
  p->flow = md_grow(p->flow, &p->flow_room, p->flows + 1, sizeof *p->flow);
  struct md_flow *f = &p->flow[p->flows++];
  *f = (struct md_flow){.need = need, .first = p->granules};
  for (size_t at = 0, next; at < total; at = next) {
    next = md_cuts_next(cuts, at, total);
    p->granule = md_grow(p->granule, &p->granule_room, p->granules + 1, sizeof *p->granule);
    struct md_granule *g = &p->granule[p->granules++];
    *g = (struct md_granule){.at = at, .length = next - at, .first = p->rects};
    size_t from, length;
    if (n == MAX_PLACES) whole_nest(p, g); /* more than was looked at */
    for (unsigned i = 0; i < n; i++)
      if (inside(g, places[i].start, places[i].s->bytes, &from, &length)) add_touching(p, g, &places[i], from, length);
  }
  f->granules = p->granules - f->first;
  for (unsigned i = 0; i < n; i++) demand_of(p, need, &places[i]);
  return true;
}

bool md_plan_flow(struct md_plan *p, bool need, void *message, unsigned tag, const struct md_section *part, unsigned parts,
                  const struct md_cuts *cuts) {
  bool touched;
  if (!md_kept_flow(p, need, part, parts, cuts, &touched)) {
    touched = make_flow(p, need, part, parts, cuts);
    md_kept_note(p, need, part, parts, cuts, touched);
  }
  if (!touched) return false;
  struct md_flow *f = &p->flow[p->flows - 1];
  f->message = message;
  f->tag = tag;
  return true;
}

/* ---- boxes ---- */

void md_plan_cut(struct md_plan *p, int strips, int chunks, int share) {
  p->cutting.strips = strips;
  p->cutting.chunks = chunks;
  p->cutting.share = share;
  if (!md_kept_cut(p)) p->boxes = md_cut(&p->cutting, p->demand, (int)p->demands, p->box);
  p->now = -1;
}

bool md_plan_meets(const struct md_plan *p, const struct md_granule *g, const struct md_box *b) {
  for (unsigned i = 0; i < g->rects; i++)
    if (md_rect_common(&p->rect[g->first + i], &b->r, p->cutting.nloops) > 0) return true;
  return false;
}

void md_plan_ran(struct md_plan *p, const struct md_box *b,
                 void (*done)(void *arg, struct md_flow *f, struct md_granule *g), void *arg) {
  for (unsigned i = 0; i < p->flows; i++) {
    struct md_flow *f = &p->flow[i];
    if (f->need) continue;
    while (f->over < f->granules && p->granule[f->first + f->over].left <= 0) f->over++;
    for (unsigned k = f->over; k < f->granules; k++) {
      struct md_granule *g = &p->granule[f->first + k];
      if (g->left <= 0) continue;
      for (unsigned r = 0; r < g->rects; r++) g->left -= md_rect_common(&p->rect[g->first + r], &b->r, p->cutting.nloops);
      if (g->left == 0) done(arg, f, g);
    }
  }
}
