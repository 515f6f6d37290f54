/* Messages to come: what history.c remembers, held against what a nest says it writes. See history.h.
 *
 * A section that was sent may be gone by now; it is looked at only where it lies,
 * element by element, in an array that the nest in execution states, because that
 * is there. */
#include "history.h"
#include "past.h"
#include "rt.h"
#include "unmodified.h"
#include "units.h"
#include "view.h"

enum { SHORT = 256 * 1024 }; /* a message of so many bytes loses little by going in frames */

/* Whether the nest writes the section; safe: the section lies in an array it states; shares: an equal share of it does. */
static bool written(const struct md_plan *p, const struct md_section *s, bool *safe, unsigned *shares) {
  bool any = false;
  *safe = false;
  *shares = 0;
  for (unsigned i = 0; i < p->prints; i++) {
    const struct md_print *f = &p->print[i];
    struct md_view v;
    struct md_placing in;
    md_view_of(&v, s, &f->array);
    if (!(f->access & MD_WRITES) || !md_place(&f->array, &v, &in)) continue;
    const char *lo, *hi;
    if (md_place_inside(&in)) *safe = true;
    else if (*shares == 0 && md_view_bytes(&f->array, &lo, &hi)) *shares = md_section_cuts(s, lo, hi);
    struct md_block b;
    struct md_rect r;
    md_place_block(&in, 0, md_view_count(&v), &b);
    any = any || md_touching(&b, f->sub, p->loop, p->cutting.nloops, &r);
  }
  return any;
}

/* The execution that the one after `ahead` others will be like. The period must be known. */
static const struct md_execution *like(const struct md_history *h, unsigned ahead) {
  uint64_t k = h->n - h->period + ahead % h->period;
  return md_execution_of(h, k - (uint64_t)(md_execution_of(h, k)->turns - 1) * h->period);
}

bool md_history_short(const struct md_lane *l, unsigned ahead) {
  const struct md_history *h = l->history;
  if (h == NULL || h->period == 0) return false;
  const struct md_execution *e = like(h, ahead);
  if (e->past == MD_PASTS) return false;
  const struct md_past *p = h->past[e->past];
  return p->bytes <= SHORT && p->bytes <= (size_t)md_rt.opt.chunk && !p->place->skip;
}

/* When p is expected next: the execution that it will be like, NULL if it is not. */
static const struct md_execution *last_time(struct md_history *h, const struct md_past *p, unsigned *before) {
  for (unsigned i = 0; i < h->period; i++) {
    const struct md_execution *e = like(h, i);
    if (e->past == MD_PASTS || h->past[e->past] != p) continue;
    *before = i;
    return e;
  }
  return NULL;
}

/* No piece holds bytes that different nests complete, or one in two executions, as it was then. */
static void cut(struct md_cuts *c, const struct md_past *p, const struct md_execution *then) {
  size_t end[MD_PAST_UNITS];
  *c = (struct md_cuts){.step = md_units_bytes(p->section, p->parts, p->shares)};
  md_units_ends(p->section, p->parts, p->shares, end);
  for (unsigned k = 0; k + 1 < p->units; k++) {
    const struct md_writers *a = &then->writers[k], *b = &then->writers[k + 1];
    if (a->when != b->when) c->end[c->ends++] = end[k];
  }
}

static struct md_guess guess_of(const struct md_history *h, struct md_past *p, unsigned before, const struct md_execution *then) {
  struct md_guess g = {.luck = &p->luck, .lane = h->lane, .place = p->place, .site = p->site, .before = before, .part = p->section,
                       .parts = p->parts, .shares = p->shares};
  cut(&g.cuts, p, then);
  return g;
}

/* Adds unit k of p to the guesses, which stay in the order of the lanes. */
static unsigned add_guess(struct md_guess *guess, unsigned n, unsigned room, const struct md_watched *w,
                          const struct md_execution *then, unsigned before) {
  struct md_past *p = w->past;
  for (unsigned i = 0; i < n; i++)
    if (guess[i].luck == &p->luck) {
      guess[i].mask |= (uint64_t)1 << w->unit;
      return n;
    }
  if (n == room) return n;
  unsigned i = n;
  for (; i > 0 && guess[i - 1].before > before; i--) guess[i] = guess[i - 1];
  guess[i] = guess_of(w->history, p, before, then);
  guess[i].mask = (uint64_t)1 << w->unit;
  return n + 1;
}

/* The bytes between the first and the last that the nest may write. */
static bool written_bytes(const struct md_plan *p, const char **lo, const char **hi) {
  bool any = false;
  for (unsigned i = 0; i < p->prints; i++) {
    const char *l, *h;
    if (!(p->print[i].access & MD_WRITES) || !md_view_reach(&p->print[i].array, p->print[i].sub, p->loop, &l, &h)) continue;
    *lo = any && *lo < l ? *lo : l;
    *hi = any && *hi > h ? *hi : h;
    any = true;
  }
  return any;
}

unsigned md_history_guess(const struct md_plan *p, const struct md_nest_site *nest, struct md_guess *guess, unsigned room,
                          bool *touched) {
  const char *lo, *hi;
  unsigned n = 0, sections, look;
  *touched = false;
  const struct md_watched *watched = md_history_watched(&sections, &look);
  if (sections == 0 || !written_bytes(p, &lo, &hi)) return 0;
  for (unsigned i = 0; i < sections; i++) {
    const struct md_watched *w = &watched[i];
    bool safe;
    unsigned shares;
    struct md_section s;
    if (w->lo >= hi || w->hi <= lo) continue;
    md_units_get(w->past->section, w->past->shares, w->unit, &s);
    if (!written(p, &s, &safe, &shares)) continue;
    if (md_unlikely(!safe && shares > 1 && w->past->shares == 1)) w->past->wanted = shares;
    struct md_writers *now = &w->past->writers[w->unit];
    *now = (struct md_writers){nest, now->n + 1, look};
    *touched = true;
    unsigned before = 0;
    const struct md_execution *then = last_time(w->history, w->past, &before);
    if (!safe || w->past->luck.rest > 0 || then == NULL) continue;
    const struct md_writers *last = &then->writers[w->unit];
    if (last->last != nest || last->n != now->n) continue;
    w->past->site->predicted = true;
    n = add_guess(guess, n, room, w, then, before);
  }
  return n;
}

/* The units that no nest wrote before the execution that the next one will be like. */
static uint64_t untouched(const struct md_past *p, const struct md_execution *e) {
  uint64_t units = 0;
  for (unsigned k = 0; k < p->units; k++)
    if (e->writers[k].n == 0 && p->writers[k].n == 0) units |= (uint64_t)1 << k;
  return units;
}

/* The next message that will be like op, and the execution that it will be like; before: messages of the lane that come first. */
static struct md_past *next_like(const struct md_op *op, const struct md_execution **then, unsigned *before) {
  struct md_history *h = op->lane->history;
  for (unsigned i = 0; h != NULL && i < h->period; i++) {
    const struct md_execution *e = like(h, i);
    struct md_past *p = e->past != MD_PASTS ? h->past[e->past] : NULL;
    if (p == NULL || !md_past_is(p, op)) continue;
    *then = e;
    *before = i;
    return p;
  }
  return NULL;
}

bool md_history_unmodified(const struct md_op *op, struct md_guess *g) {
  const struct md_execution *e;
  unsigned before;
  struct md_past *p = next_like(op, &e, &before);
  if (p == NULL) return false;
  uint64_t units = p->seen < MD_PAST_SEEN ? 0 : untouched(p, e);
  if (units != 0) units = md_unmodified_units(&p->unmodified, p->section, p->shares, units);
  *g = guess_of(op->lane->history, p, before, e);
  g->luck = &p->unmodified.luck;
  g->mask = units;
  return units != 0;
}

bool md_history_again(const struct md_op *op, struct md_guess *g) {
  const struct md_execution *e;
  unsigned before;
  struct md_past *p = next_like(op, &e, &before);
  if (p == NULL) return false;
  *g = guess_of(op->lane->history, p, before, e);
  return p->luck.rest == 0 && p->parts > 0;
}

/* ---- why nothing was guessed ---- */

static bool known(const struct md_history *h, const struct md_op *op) {
  for (unsigned i = 0; h != NULL && i < h->pasts; i++)
    if (md_past_is(h->past[i], op)) return true;
  return false;
}

enum md_why md_history_why(const struct md_op *op, unsigned *part) {
  struct md_history *h = op->lane->history;
  *part = 0;
  if (op->parts > MD_PAST_UNITS) return MD_WHY_SECTIONS;
  if (!known(h, op)) return MD_WHY_FIRST;
  if (h->period == 0) return MD_WHY_ORDER;
  const struct md_execution *then = like(h, 0);
  if (then->past == MD_PASTS || !md_past_is(h->past[then->past], op)) return MD_WHY_ORDER;
  const struct md_past *p = h->past[then->past];
  if (p->luck.rest > 0) return MD_WHY_CHANGED;
  for (unsigned k = 0; k < p->units; k++) {
    const struct md_writers *now = &p->writers[k], *last = &then->writers[k];
    struct md_section s;
    *part = md_units_get(p->section, p->shares, k, &s);
    if (now->n == 0) return p->unmodified.luck.rest > 0 ? MD_WHY_CHANGED : MD_WHY_NEST;
    if (last->n == 0) return MD_WHY_FIRST;
    if (now->last == last->last && now->n == last->n) return op->place->behind ? MD_WHY_BEFORE : MD_WHY_PLACE;
  }
  *part = 0;
  return MD_WHY_WRITER;
}
