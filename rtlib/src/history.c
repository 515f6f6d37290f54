/* What was sent, and who wrote it: see history.h.
 *
 * Nothing here trusts an address. A section that was sent may be gone by now;
 * it is looked at only where it lies, element by element, in an array that the
 * nest in execution states, because that is there. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "pieces.h"
#include "rt.h"
#include "still.h"
#include "units.h"
#include "view.h"

enum {
  MOST_PARTS = 16,    /* messages of more are not guessed */
  MOST_UNITS = 16,    /* of a message: its parts, or equal shares of them */
  MOST_PASTS = 64,    /* different messages of a lane, */
  MOST_OF_ALL = 4096, /* and of all lanes: 22 MB at the very most */
  LONGEST = 64,       /* period, in messages */
  RING = 128,         /* messages of a lane remembered, */
  RING_LEAST = 32,    /* as long as their order is not longer */
  MOST_LANES = 256,   /* with a history: the others have not been used for longer */
  MOST_WATCHED = 768, /* sections looked at by nests, */
  NEWEST = 16,        /* of a lane whose order is not known those that were sent last */
  SEEN = 3,           /* executions in which it was seen that no nest writes it make a rule */
  SHORT = 256 * 1024  /* a message of so many bytes loses little by going in frames */
};

_Static_assert((int)RING >= 2 * (int)LONGEST, "a period is believed when it was seen twice");
_Static_assert((int)MOST_PASTS <= 64, "a bit each");
_Static_assert((int)MOST_UNITS <= sizeof((struct md_still *)0)->sample / sizeof(uint64_t), "a sample each");
_Static_assert((int)MOST_UNITS <= (int)MD_MOST_ENDS + 1, "each unit may have an end");
_Static_assert((int)MOST_PARTS <= (int)MOST_UNITS, "a part is a unit at least");

/* Which nests wrote to a unit of a message between one send and the next. */
struct writers {
  const struct md_nest_site *last;
  unsigned n; /* executions of nests that did */
  unsigned when; /* the last of them, among all executions: not compared, since it is another one each time */
};

struct md_past {
  struct md_place *place;
  struct md_site *site;
  uint64_t used; /* its last execution, counted on the lane */
  unsigned parts; /* 0: it is never guessed */
  unsigned shares; /* of each part that divides into so many */
  unsigned wanted; /* so many shares lie in arrays that nests state */
  unsigned units;
  size_t bytes;
  struct md_luck luck; /* of the guesses */
  struct md_still still;
  unsigned seen;   /* executions between which every nest said what it writes, as far as they count */
  uint64_t unseen; /* memory->unseen when it was sent last */
  struct writers writers[MOST_UNITS]; /* since it was sent last */
  struct writers known[MOST_UNITS];   /* before the last send between which and the one before every nest said what it writes */
  struct md_section *section;
  unsigned room;
};

/* An execution: which message, and who had written it. */
struct entry {
  unsigned char past;
  unsigned char turns; /* after so many periods its writers are the same: loops that take turns */
  struct writers writers[MOST_UNITS];
};

struct md_history {
  struct md_history *next, *before; /* the newest first */
  struct md_lane *lane;
  uint64_t used; /* its last execution, counted on all lanes */
  struct md_past *past[MOST_PASTS];
  unsigned pasts;
  struct entry *ring; /* of room entries: a power of two */
  unsigned room;
  uint64_t n;      /* executions remembered */
  unsigned period; /* 0: not known */
};

/* A unit of a message that is expected, or that may turn out to come again. */
struct md_watched {
  const char *lo, *hi; /* its bytes lie between */
  struct md_history *history;
  struct md_past *past;
  unsigned unit;
};

static struct md_histories *const memory = &md_rt.triggers.histories;

static struct entry *entry_of(const struct md_history *h, uint64_t n) { return &h->ring[n % h->room]; }

/* ---- the watched ---- */

/* What nests write of p between two sends is not known if it is not watched all the time. */
static void watch_past(struct md_history *h, struct md_past *p, bool wanted) {
  wanted = wanted && memory->sections + p->units <= MOST_WATCHED;
  for (unsigned k = 0; wanted && k < p->units; k++) {
    struct md_view v;
    struct md_section s;
    struct md_watched w = {.history = h, .past = p, .unit = k};
    md_units_get(p->section, p->shares, k, &s);
    md_view_plain(&v, &s);
    if (md_view_bytes(&v, &w.lo, &w.hi)) memory->watched[memory->sections++] = w;
  }
  if (!wanted) p->unseen = memory->unseen - 1;
}

/* The messages of the lane that are expected, a bit each. */
static uint64_t expected(struct md_history *h) {
  uint64_t pasts = 0;
  for (unsigned i = 0; i < h->period; i++) pasts |= (uint64_t)1 << entry_of(h, h->n - h->period + i)->past;
  return pasts;
}

/* Other messages are expected than the list says; it is made anew when somebody asks for it. */
static void expect_others(void) {
  memory->stale = true;
  memory->list++;
  md_tell();
}

static void watch(void) {
  if (memory->watched == NULL) memory->watched = md_alloc(MOST_WATCHED * sizeof *memory->watched);
  memory->sections = 0;
  memory->stale = false;
  for (struct md_history *h = memory->all; h != NULL; h = h->next) {
    uint64_t next = expected(h);
    for (unsigned i = 0; i < h->pasts; i++)
      watch_past(h, h->past[i], h->period > 0 ? next >> i & 1 : h->past[i]->used + NEWEST >= h->n);
  }
}

/* ---- remembering ---- */

/* The one that was not used for longest gives way, unless a message of it is begun. */
static bool make_room(void) {
  struct md_history *oldest = NULL;
  if (memory->n < MOST_LANES) return true;
  for (struct md_history *h = memory->all; h != NULL; h = h->next)
    if (h->lane->begun == NULL && (oldest == NULL || h->used < oldest->used)) oldest = h;
  if (oldest == NULL) return false;
  md_history_drop(oldest->lane);
  return true;
}

/* NULL: there are too many. */
static struct md_history *history_of(struct md_lane *l) {
  if (l->history != NULL) return l->history;
  if (!make_room()) return NULL;
  struct md_history *h = md_zeroed(sizeof *h);
  h->room = RING_LEAST;
  h->ring = md_alloc(RING_LEAST * sizeof *h->ring);
  h->lane = l;
  h->next = memory->all;
  if (h->next != NULL) h->next->before = h;
  memory->all = h;
  memory->n++;
  return l->history = h;
}

static bool is(const struct md_past *p, const struct md_op *op) {
  if (p->place != op->place || p->bytes != op->bytes) return false;
  if (p->parts == 0) return op->parts > MOST_PARTS || op->bytes == 0;
  return md_section_same(p->section, p->parts, &op->ex->part[op->part], op->parts);
}

static unsigned parts_of(const struct md_op *op) {
  return op->parts > MOST_PARTS || op->bytes == 0 || !op->ex->remembered ? 0 : op->parts;
}

/* p stays where it is: guesses of what it was may be under way (md_luck). */
static void become(struct md_past *p, const struct md_op *op) {
  unsigned parts = parts_of(op), room = p->room;
  struct md_section *section = md_grow(p->section, &room, parts, sizeof *section);
  *p = (struct md_past){.place = op->place, .site = op->ex->site, .bytes = op->bytes, .parts = parts, .shares = 1, .units = parts, .section = section, .room = room};
  for (unsigned k = 0; k < parts; k++) p->section[k] = op->ex->part[op->part + k];
}

/* The number of the message among those of the lane; the one not seen for longest makes room. */
static unsigned enter(struct md_history *h, const struct md_op *op) {
  unsigned oldest = 0;
  for (unsigned i = 0; i < h->pasts; i++) {
    if (is(h->past[i], op)) return i;
    if (h->past[i]->used < h->past[oldest]->used) oldest = i;
  }
  if (h->pasts == 0 || (h->pasts < MOST_PASTS && memory->pasts < MOST_OF_ALL)) {
    oldest = h->pasts++;
    memory->pasts++;
    h->past[oldest] = md_zeroed(sizeof(struct md_past));
  } else {
    for (uint64_t i = 0; i < h->room && i < h->n; i++) /* its old executions were another message */
      if (h->ring[i].past == oldest) h->ring[i].past = MOST_PASTS;
  }
  become(h->past[oldest], op);
  return oldest;
}

/* A longer memory for an order that was not found in this one. */
static void remember_more(struct md_history *h) {
  if (h->n < h->room || h->room == RING) return;
  struct entry *ring = md_alloc(2 * h->room * sizeof *ring);
  for (unsigned k = 0; k < 2 * h->room; k++) ring[k].past = MOST_PASTS; /* none */
  for (uint64_t k = h->n - h->room; k < h->n; k++) ring[k % (2 * h->room)] = *entry_of(h, k);
  free(h->ring);
  h->ring = ring;
  h->room *= 2;
}

/* Whether two executions were the same message, which is still among those remembered. */
static bool same(struct md_history *h, uint64_t a, uint64_t b) {
  unsigned past = entry_of(h, a)->past;
  return past != MOST_PASTS && past == entry_of(h, b)->past;
}

/* The shortest period that was seen twice. */
static unsigned find_period(struct md_history *h) {
  for (unsigned p = 1; p <= LONGEST && 2 * p <= h->n && 2 * p <= h->room; p++) {
    unsigned k = 0;
    while (k < p && same(h, h->n - 1 - k, h->n - 1 - k - p)) k++;
    if (k == p) return p;
  }
  return 0;
}

/* Whether the same nests had written the messages of two executions. */
static bool alike(struct md_history *h, uint64_t a, uint64_t b) {
  const struct entry *x = entry_of(h, a), *y = entry_of(h, b);
  for (unsigned k = 0; k < h->past[x->past]->units; k++)
    if (x->writers[k].last != y->writers[k].last || x->writers[k].n != y->writers[k].n) return false;
  return true;
}

/* The least number of periods after which the writers of the last message came again, as they had before; 0 if there is none. */
static unsigned find_turns(struct md_history *h) {
  for (unsigned t = 1; t * h->period <= LONGEST; t++) {
    uint64_t back = (uint64_t)(2 * t - 1) * h->period, last = h->n - 1;
    if (back > last || back >= h->room) return 0;
    unsigned k = 0;
    while (k < t && same(h, last - k * h->period, last - (k + t) * h->period) && alike(h, last - k * h->period, last - (k + t) * h->period)) k++;
    if (k == t) return t;
  }
  return 0;
}

/* The message that was sent last had come as expected; so had what was written to it, or not. Each message of a period takes
 * turns for itself: one that is written irregularly does not hide the order of the others, nor does a single surprise its own. */
static void take_turns(struct md_history *h) {
  struct entry *e = entry_of(h, h->n - 1);
  unsigned turns = entry_of(h, h->n - 1 - h->period)->turns, p = turns * h->period;
  e->turns = (unsigned char)turns;
  if (h->n > p && alike(h, h->n - 1, h->n - 1 - p)) return;
  remember_more(h);
  turns = find_turns(h);
  if (turns > 0) entry_of(h, h->n - 1)->turns = (unsigned char)turns;
}

/* The order is another one: nothing is known of turns. */
static void begin_order(struct md_history *h) {
  h->period = find_period(h);
  for (unsigned i = 0; i < h->period; i++) entry_of(h, h->n - 1 - i)->turns = 1;
}

/* From now on it is known of each share who writes it. */
static void divide(struct md_history *h, unsigned i) {
  struct md_past *p = h->past[i];
  unsigned units = md_units_count(p->section, p->parts, p->wanted), shares = p->wanted;
  p->wanted = 0;
  p->seen = 0;
  if (p->shares > 1 || units > MOST_UNITS) return;
  p->shares = shares;
  p->units = units;
  p->still.sampled = 0;
  memset(p->writers, 0, sizeof p->writers);
  memset(p->known, 0, sizeof p->known);
  for (uint64_t k = 0; k < h->room && k < h->n; k++)
    if (h->ring[k].past == i) memset(h->ring[k].writers, 0, sizeof h->ring[k].writers);
  expect_others();
}

static void add(struct md_history *h, unsigned i) {
  struct md_past *p = h->past[i];
  struct entry *e = entry_of(h, h->n);
  bool seen = p->unseen == memory->unseen;
  e->past = (unsigned char)i;
  e->turns = 1;
  for (unsigned k = 0; k < p->units; k++) {
    if (seen) p->known[k] = p->writers[k];
    e->writers[k] = p->known[k];
    p->writers[k] = (struct writers){0};
  }
  if (seen && p->seen < SEEN) p->seen++;
  p->unseen = memory->unseen;
  p->used = h->n++;
  h->used = ++memory->executed;
  if (p->luck.rest > 0) p->luck.rest--;
  if (p->still.luck.rest > 0) p->still.luck.rest--;
  if (md_unlikely(p->wanted > 1)) divide(h, i);
}

void md_history_note(const struct md_op *op) {
  struct md_history *h = op->lane->history;
  if (h == NULL && (h = history_of(op->lane)) == NULL) return;
  md_tell(); /* nests that run from now on without a word are to be counted (md_history_unseen) */
  bool expected = false;
  if (h->period > 0) {
    unsigned i = entry_of(h, h->n - h->period)->past;
    expected = is(h->past[i], op);
    if (expected) {
      add(h, i);
      take_turns(h);
    }
  }
  if (md_likely(expected)) return;
  unsigned past = enter(h, op);
  if (h->period == 0) remember_more(h);
  add(h, past);
  begin_order(h);
  op->ex->site->tune.surprises++;
  expect_others();
}

/* ---- guessing ---- */

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
    md_place_block(&in, 0, (int64_t)(s->bytes / v.elem), &b);
    any = any || md_touching(&b, f->sub, p->loop, p->cutting.nloops, &r);
  }
  return any;
}

/* The execution that the one after `ahead` others will be like. The period must be known. */
static const struct entry *like(const struct md_history *h, unsigned ahead) {
  uint64_t k = h->n - h->period + ahead % h->period;
  return entry_of(h, k - (uint64_t)(entry_of(h, k)->turns - 1) * h->period);
}

bool md_history_short(const struct md_lane *l, unsigned ahead) {
  const struct md_history *h = l->history;
  if (h == NULL || h->period == 0) return false;
  const struct entry *e = like(h, ahead);
  if (e->past == MOST_PASTS) return false;
  const struct md_past *p = h->past[e->past];
  return p->bytes <= SHORT && p->bytes <= (size_t)md_rt.opt.chunk && !p->place->skip;
}

/* When p is expected next: the execution that it will be like, NULL if it is not. */
static const struct entry *last_time(struct md_history *h, const struct md_past *p, unsigned *before) {
  for (unsigned i = 0; i < h->period; i++) {
    const struct entry *e = like(h, i);
    if (e->past == MOST_PASTS || h->past[e->past] != p) continue;
    *before = i;
    return e;
  }
  return NULL;
}

/* No piece holds bytes that different nests complete, or one in two executions, as it was then. */
static void cut(struct md_cuts *c, const struct md_past *p, const struct entry *then) {
  size_t end[MOST_UNITS];
  *c = (struct md_cuts){.step = md_units_bytes(p->section, p->parts, p->shares)};
  md_units_ends(p->section, p->parts, p->shares, end);
  for (unsigned k = 0; k + 1 < p->units; k++) {
    const struct writers *a = &then->writers[k], *b = &then->writers[k + 1];
    if (a->when != b->when) c->end[c->ends++] = end[k];
  }
}

static struct md_guess guess_of(const struct md_history *h, struct md_past *p, const struct entry *then, unsigned before) {
  struct md_guess g = {.luck = &p->luck, .lane = h->lane, .place = p->place, .site = p->site, .before = before, .part = p->section,
                       .parts = p->parts, .shares = p->shares};
  cut(&g.cuts, p, then);
  return g;
}

/* Adds unit k of p to the guesses, which stay in the order of the lanes. */
static unsigned add_guess(struct md_guess *guess, unsigned n, unsigned room, const struct md_watched *w, const struct entry *then,
                          unsigned before) {
  struct md_past *p = w->past;
  for (unsigned i = 0; i < n; i++)
    if (guess[i].luck == &p->luck) {
      guess[i].mask |= 1u << w->unit;
      return n;
    }
  if (n == room) return n;
  unsigned i = n;
  for (; i > 0 && guess[i - 1].before > before; i--) guess[i] = guess[i - 1];
  guess[i] = guess_of(w->history, p, then, before);
  guess[i].mask = 1u << w->unit;
  return n + 1;
}

/* The bytes between the first and the last that the nest may write. */
static bool written_bytes(const struct md_plan *p, const char **lo, const char **hi) {
  bool any = false;
  for (unsigned i = 0; i < p->prints; i++) {
    const char *l, *h;
    if (!(p->print[i].access & MD_WRITES) || !md_view_bytes(&p->print[i].array, &l, &h)) continue;
    *lo = any && *lo < l ? *lo : l;
    *hi = any && *hi > h ? *hi : h;
    any = true;
  }
  return any;
}

unsigned md_history_guess(const struct md_plan *p, const struct md_nest_site *nest, struct md_guess *guess, unsigned room,
                          bool *touched) {
  const char *lo, *hi;
  unsigned n = 0;
  *touched = false;
  if (memory->stale) watch();
  if (memory->sections == 0 || !written_bytes(p, &lo, &hi)) return 0;
  memory->looked++;
  for (unsigned i = 0; i < memory->sections; i++) {
    const struct md_watched *w = &memory->watched[i];
    bool safe;
    unsigned shares;
    struct md_section s;
    if (w->lo >= hi || w->hi <= lo) continue;
    md_units_get(w->past->section, w->past->shares, w->unit, &s);
    if (!written(p, &s, &safe, &shares)) continue;
    if (md_unlikely(!safe && shares > 1 && w->past->shares == 1)) w->past->wanted = shares;
    struct writers *now = &w->past->writers[w->unit];
    *now = (struct writers){nest, now->n + 1, memory->looked};
    *touched = true;
    unsigned before = 0;
    const struct entry *then = last_time(w->history, w->past, &before);
    if (!safe || w->past->luck.rest > 0 || then == NULL) continue;
    const struct writers *last = &then->writers[w->unit];
    if (last->last != nest || last->n != now->n) continue;
    w->past->site->foreseen = true;
    n = add_guess(guess, n, room, w, then, before);
  }
  return n;
}

/* The units that no nest wrote before the execution that the next one will be like. */
static uint64_t untouched(const struct md_past *p, const struct entry *e) {
  uint64_t units = 0;
  for (unsigned k = 0; k < p->units; k++)
    if (e->writers[k].n == 0 && p->writers[k].n == 0) units |= (uint64_t)1 << k;
  return units;
}

bool md_history_still(const struct md_op *op, struct md_guess *g) {
  struct md_history *h = op->lane->history;
  if (h == NULL) return false;
  for (unsigned i = 0; i < h->period; i++) {
    const struct entry *e = like(h, i);
    struct md_past *p = e->past != MOST_PASTS ? h->past[e->past] : NULL;
    if (p == NULL || !is(p, op)) continue;
    uint64_t units = p->seen < SEEN ? 0 : untouched(p, e);
    if (units != 0) units = md_still_units(&p->still, p->section, p->shares, units);
    *g = guess_of(h, p, e, i);
    g->luck = &p->still.luck;
    g->mask = units;
    return units != 0;
  }
  return false;
}

/* ---- why nothing was guessed ---- */

static bool known(const struct md_history *h, const struct md_op *op) {
  for (unsigned i = 0; h != NULL && i < h->pasts; i++)
    if (is(h->past[i], op)) return true;
  return false;
}

enum md_why md_history_why(const struct md_op *op, unsigned *part) {
  struct md_history *h = op->lane->history;
  *part = 0;
  if (op->parts > MOST_PARTS) return MD_WHY_SECTIONS;
  if (!known(h, op)) return MD_WHY_FIRST;
  if (h->period == 0) return MD_WHY_ORDER;
  const struct entry *then = like(h, 0);
  if (then->past == MOST_PASTS || !is(h->past[then->past], op)) return MD_WHY_ORDER;
  const struct md_past *p = h->past[then->past];
  if (p->luck.rest > 0) return MD_WHY_CHANGED;
  for (unsigned k = 0; k < p->units; k++) {
    const struct writers *now = &p->writers[k], *last = &then->writers[k];
    struct md_section s;
    *part = md_units_get(p->section, p->shares, k, &s);
    if (now->n == 0) return p->still.luck.rest > 0 ? MD_WHY_CHANGED : MD_WHY_NEST;
    if (last->n == 0) return MD_WHY_FIRST;
    if (now->last == last->last && now->n == last->n) return op->place->behind ? MD_WHY_BEFORE : MD_WHY_PLACE;
  }
  *part = 0;
  return MD_WHY_WRITER;
}

/* ---- the end ---- */

void md_history_drop(struct md_lane *l) {
  struct md_history *h = l->history;
  if (h == NULL) return;
  if (h->next != NULL) h->next->before = h->before;
  *(h->before != NULL ? &h->before->next : &memory->all) = h->next;
  memory->n--;
  memory->pasts -= h->pasts;
  for (unsigned i = 0; i < h->pasts; i++) {
    free(h->past[i]->section);
    free(h->past[i]);
  }
  free(h->ring);
  free(h);
  l->history = NULL;
  expect_others();
}

void md_history_close(void) {
  free(memory->watched);
  memory->watched = NULL;
  memory->sections = 0;
}
