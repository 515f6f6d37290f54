/* Kept plans.
 *
 * The idea: a program repeats itself, and so a nest states the same footprints
 * and meets the same messages in each step. What is in the arrays of its plan
 * is that of the last execution. As long as all that is stated is, number for
 * number, what was stated then, it stays where it is, and only what running
 * used up is restored. The first difference ends that: from there on the plan is
 * made anew, over what is behind it. */
#include "kept.h"

#include <stdlib.h>

#include "memory.h"

void md_kept_free(struct md_kept *k) {
  free(k->asked);
  free(k->given);
}

static bool same_loops(const struct md_plan *p, int nloops, const struct md_loop *loop) {
  if (p->cutting.nloops != nloops) return false;
  for (int l = 0; l < nloops; l++)
    if (p->loop[l].first != loop[l].first || p->loop[l].step != loop[l].step || p->loop[l].trip != loop[l].trip) return false;
  return true;
}

void md_kept_start(struct md_plan *p, int nloops, const struct md_loop *loop) {
  struct md_kept *k = &p->kept;
  k->same = k->cut && same_loops(p, nloops, loop);
  k->cut = false;
  k->prints = p->prints;
  k->last_asks = k->asks;
  k->asks = k->givens = 0;
}

static bool same_view(const struct md_view *a, const struct md_view *b) {
  if (a->base != b->base || a->elem != b->elem || a->rank != b->rank || a->open != b->open || a->held != b->held) return false;
  for (int d = 0; d < a->rank; d++)
    if (a->extent[d] != b->extent[d] || a->stride[d] != b->stride[d]) return false;
  return true;
}

static bool same_print(const struct md_print *f, const struct md_view *array, int access, const struct md_subscript *sub, int look) {
  if (f->access != access || f->look != look || !same_view(&f->array, array)) return false;
  for (int d = 0; d < array->rank; d++) {
    const struct md_subscript *s = &f->sub[d];
    if (s->loop != sub[d].loop || s->coef != sub[d].coef || s->lo != sub[d].lo || s->hi != sub[d].hi) return false;
  }
  return true;
}

bool md_kept_print(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub, int look) {
  struct md_kept *k = &p->kept;
  k->same = k->same && p->prints < k->prints && same_print(&p->print[p->prints], array, access, sub, look);
  if (k->same) p->prints++;
  return k->same;
}

static bool same_parts(const struct md_section *a, unsigned na, const struct md_section *b, unsigned nb) {
  if (!md_section_same(a, na, b, nb)) return false;
  for (unsigned i = 0; i < na; i++)
    if (a[i].elem != b[i].elem) return false;
  return true;
}

/* Nothing has run yet: all iterations are left. */
static void restore(struct md_plan *p) {
  struct md_flow *f = &p->flow[p->flows++];
  f->over = 0;
  for (unsigned i = 0; i < f->granules; i++) p->granule[f->first + i].left = p->granule[f->first + i].all;
}

bool md_kept_flow(struct md_plan *p, bool need, const struct md_section *part, unsigned parts, const struct md_cuts *cuts, bool *touched) {
  struct md_kept *k = &p->kept;
  const struct md_asked *a = k->asks < k->last_asks ? &k->asked[k->asks] : NULL;
  k->same = k->same && p->prints == k->prints && a != NULL && a->need == need && md_cuts_same(&a->cuts, cuts) &&
            same_parts(&k->given[a->first], a->parts, part, parts);
  if (!k->same) return false;
  *touched = a->touched;
  if (a->touched) restore(p);
  p->granules = a->granules;
  p->rects = a->rects;
  p->demands = a->demands;
  k->givens = a->first + a->parts;
  k->asks++;
  return true;
}

void md_kept_note(struct md_plan *p, bool need, const struct md_section *part, unsigned parts, const struct md_cuts *cuts, bool touched) {
  struct md_kept *k = &p->kept;
  k->asked = md_grow(k->asked, &k->ask_room, k->asks + 1, sizeof *k->asked);
  k->given = md_grow(k->given, &k->given_room, k->givens + parts, sizeof *k->given);
  k->asked[k->asks++] = (struct md_asked){.need = need, .touched = touched, .cuts = *cuts, .first = k->givens, .parts = parts,
                                          .granules = p->granules, .rects = p->rects, .demands = p->demands};
  for (unsigned i = 0; i < parts; i++) k->given[k->givens++] = part[i];
}

static bool same_cutting(const struct md_cutting *a, const struct md_cutting *b) {
  bool same = a->nloops == b->nloops && a->any_order == b->any_order && a->grid64 == b->grid64 && a->strips == b->strips &&
              a->chunks == b->chunks && a->share == b->share;
  for (int l = 0; same && l < a->nloops; l++) same = a->trip[l] == b->trip[l];
  return same;
}

bool md_kept_cut(struct md_plan *p) {
  struct md_kept *k = &p->kept;
  bool same = k->same && p->prints == k->prints && k->asks == k->last_asks && same_cutting(&p->cutting, &k->cutting);
  k->cutting = p->cutting;
  k->cut = true;
  return same;
}
