/* What was sent, and who wrote it: see history.h.
 *
 * Nothing here trusts an address. A section that was sent may be gone by now;
 * it is looked at only where it lies, element by element, in an array that the
 * nest in execution states, because that is there. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

#include "pool.h"
#include "rt.h"
#include "view.h"

enum {
  MOST_PARTS = 8,    /* messages of more are not guessed */
  MOST_PASTS = 16,   /* different messages of a lane */
  LONGEST = 16,      /* period, in messages */
  RING = 64,         /* messages of a lane remembered */
  MOST_LANES = 256,  /* with a history: the others have not been used for longer */
  MOST_WATCHED = 256 /* sections looked at by nests */
};

_Static_assert((int)RING >= 2 * (int)LONGEST, "a period is believed when it was seen twice");

/* How often nests wrote a part since it was sent, and which did last. */
struct writers {
  const struct md_site *last;
  unsigned n;
};

struct past_part {
  struct writers writers; /* since its last execution */
  struct writers known;   /* before the last execution for which all nests were seen */
};

struct md_past {
  struct md_place *place;
  struct md_site *site;
  uint64_t used; /* its last execution, counted on the lane */
  unsigned parts; /* 0: not to be guessed */
  size_t bytes;
  unsigned wrong, rest; /* guesses in a row; executions for which none is made */
  uint64_t unseen; /* memory.unseen at its last execution */
  struct past_part part[MOST_PARTS];
  struct md_section section[MOST_PARTS];
};

/* An execution: which message, and who had written it. */
struct entry {
  unsigned char past;
  struct writers writers[MOST_PARTS];
};

struct md_history {
  struct md_history *next, *before; /* the newest first */
  struct md_lane *lane;
  uint64_t used; /* its last execution, counted on all lanes */
  struct md_past *past[MOST_PASTS];
  unsigned pasts;
  struct entry ring[RING];
  uint64_t n;      /* executions remembered */
  unsigned period; /* 0: not known */
};

/* A part of a message that is expected, or may turn out to come again. */
struct watched {
  const char *lo, *hi; /* its bytes lie between */
  struct md_history *history;
  struct md_past *past;
  unsigned part;
};

static struct {
  struct md_history *all;
  unsigned histories;
  uint64_t executed; /* messages of all lanes */
  bool stale;        /* the list does not hold what is expected now */
  struct watched *section;
  unsigned sections;
  uint64_t list;   /* how often the list was made */
  uint64_t unseen; /* nests that did not say what they write */
} memory;

static struct entry *entry_of(struct md_history *h, uint64_t n) { return &h->ring[n % RING]; }

/* ---- the watched ---- */

static void watch_past(struct md_history *h, struct md_past *p) {
  for (unsigned k = 0; k < p->parts && memory.sections < MOST_WATCHED; k++) {
    struct md_view v;
    struct watched w = {.history = h, .past = p, .part = k};
    md_view_plain(&v, &p->section[k]);
    if (md_view_bytes(&v, &w.lo, &w.hi)) memory.section[memory.sections++] = w;
  }
}

static bool expected_before(struct md_history *h, unsigned i) {
  uint64_t first = h->n - h->period;
  for (unsigned k = 0; k < i; k++)
    if (entry_of(h, first + k)->past == entry_of(h, first + i)->past) return true;
  return false;
}

/* Other messages are expected than the list says; it is made anew when somebody asks for it. */
static void expect_others(void) {
  memory.stale = true;
  memory.list++;
}

static void watch(void) {
  if (memory.section == NULL) memory.section = md_alloc(MOST_WATCHED * sizeof *memory.section);
  memory.sections = 0;
  memory.stale = false;
  for (struct md_history *h = memory.all; h != NULL && memory.sections < MOST_WATCHED; h = h->next) {
    for (unsigned i = 0; h->period == 0 && i < h->pasts; i++) watch_past(h, h->past[i]);
    for (unsigned i = 0; i < h->period; i++)
      if (!expected_before(h, i)) watch_past(h, h->past[entry_of(h, h->n - h->period + i)->past]);
  }
}

uint64_t md_history_list(void) { return memory.list; }

void md_history_unseen(void) { memory.unseen++; }

/* ---- remembering ---- */

/* The one that was not used for longest gives way, unless a message of it is begun. */
static bool make_room(void) {
  struct md_history *oldest = NULL;
  if (memory.histories < MOST_LANES) return true;
  for (struct md_history *h = memory.all; h != NULL; h = h->next)
    if (h->lane->begun == NULL && (oldest == NULL || h->used < oldest->used)) oldest = h;
  if (oldest == NULL) return false;
  md_history_drop(oldest->lane);
  return true;
}

/* NULL: there are too many. */
static struct md_history *history_of(struct md_lane *l) {
  if (l->history != NULL) return l->history;
  if (!make_room()) return NULL;
  struct md_history *h = md_alloc(sizeof *h);
  memset(h, 0, sizeof *h);
  h->lane = l;
  h->next = memory.all;
  if (h->next != NULL) h->next->before = h;
  memory.all = h;
  memory.histories++;
  return l->history = h;
}

static bool is(const struct md_past *p, const struct md_op *op) {
  if (p->place != op->place || p->bytes != op->bytes) return false;
  if (p->parts == 0) return op->parts > MOST_PARTS || op->bytes == 0;
  return md_section_same(p->section, p->parts, &op->ex->part[op->part], op->parts);
}

static void become(struct md_past *p, const struct md_op *op) {
  *p = (struct md_past){.place = op->place, .site = op->ex->site, .bytes = op->bytes};
  if (op->parts > MOST_PARTS || op->bytes == 0 || !op->ex->remembered) return;
  p->parts = op->parts;
  for (unsigned k = 0; k < p->parts; k++) p->section[k] = op->ex->part[op->part + k];
}

/* The number of the message among those of the lane; the one not seen for longest makes room. */
static unsigned enter(struct md_history *h, const struct md_op *op) {
  unsigned oldest = 0;
  for (unsigned i = 0; i < h->pasts; i++) {
    if (is(h->past[i], op)) return i;
    if (h->past[i]->used < h->past[oldest]->used) oldest = i;
  }
  if (h->pasts < MOST_PASTS) {
    oldest = h->pasts++;
    h->past[oldest] = md_alloc(sizeof(struct md_past));
  } else {
    for (unsigned i = 0; i < RING; i++) /* its old executions were another message */
      if (h->ring[i].past == oldest) h->ring[i].past = MOST_PASTS;
  }
  become(h->past[oldest], op);
  return oldest;
}

/* The shortest period that was seen twice. */
static unsigned find_period(struct md_history *h) {
  for (unsigned p = 1; p <= LONGEST && 2 * p <= h->n; p++) {
    unsigned k = 0;
    while (k < p && entry_of(h, h->n - 1 - k)->past == entry_of(h, h->n - 1 - k - p)->past) k++;
    if (k == p) return p;
  }
  return 0;
}

static void add(struct md_history *h, unsigned i) {
  struct md_past *p = h->past[i];
  struct entry *e = entry_of(h, h->n);
  bool seen = p->unseen == memory.unseen;
  e->past = (unsigned char)i;
  for (unsigned k = 0; k < p->parts; k++) {
    struct past_part *part = &p->part[k];
    if (seen) part->known = part->writers;
    e->writers[k] = part->known;
    part->writers = (struct writers){0};
  }
  p->unseen = memory.unseen;
  p->used = h->n++;
  h->used = ++memory.executed;
  if (p->rest > 0) p->rest--;
}

void md_history_note(const struct md_op *op) {
  struct md_history *h = op->lane->history;
  if (h == NULL && (h = history_of(op->lane)) == NULL) return;
  bool expected = false;
  if (h->period > 0) {
    unsigned i = entry_of(h, h->n - h->period)->past;
    expected = is(h->past[i], op);
    if (expected) add(h, i);
  }
  if (md_likely(expected)) return;
  add(h, enter(h, op));
  h->period = find_period(h);
  op->ex->site->surprises++;
  expect_others();
}

void md_history_outcome(struct md_past *past, unsigned sent, unsigned again) {
  enum { MOST = 6 };
  if (past == NULL || sent == 0) return;
  if (2 * again <= sent) {
    past->wrong = 0;
    return;
  }
  if (past->wrong < MOST) past->wrong++;
  past->rest = 1u << past->wrong;
}

/* ---- guessing ---- */

/* Whether the nest writes the section; safe: the section lies in an array it states. */
static bool written(const struct md_plan *p, const struct md_section *s, bool *safe) {
  bool any = false;
  *safe = false;
  for (unsigned i = 0; i < p->prints; i++) {
    const struct md_print *f = &p->print[i];
    struct md_view v;
    struct md_placing in;
    md_view_of(&v, s, &f->array);
    if (!(f->access & MD_WRITES) || !md_place(&f->array, &v, &in)) continue;
    if (md_place_inside(&in)) *safe = true;
    struct md_block b;
    struct md_rect r;
    md_place_block(&in, 0, (int64_t)(s->bytes / v.elem), &b);
    any = any || md_touching(&b, f->sub, p->loop, p->cutting.nloops, &r);
  }
  return any;
}

/* When p is expected next: the execution a period before, NULL if it is not. */
static const struct entry *last_time(struct md_history *h, const struct md_past *p, unsigned *before) {
  for (unsigned i = 0; i < h->period; i++) {
    const struct entry *e = entry_of(h, h->n - h->period + i);
    if (h->past[e->past] != p) continue;
    *before = i;
    return e;
  }
  return NULL;
}

/* Adds part k of p to the guesses, which stay in the order of the lanes. */
static unsigned add_guess(struct md_guess *guess, unsigned n, unsigned room, const struct watched *w, unsigned before) {
  struct md_past *p = w->past;
  for (unsigned i = 0; i < n; i++)
    if (guess[i].past == p) {
      guess[i].mask |= 1u << w->part;
      return n;
    }
  if (n == room) return n;
  unsigned i = n;
  for (; i > 0 && guess[i - 1].before > before; i--) guess[i] = guess[i - 1];
  guess[i] = (struct md_guess){.past = p, .lane = w->history->lane, .place = p->place, .site = p->site, .before = before,
                               .part = p->section, .parts = p->parts, .mask = 1u << w->part};
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

unsigned md_history_guess(const struct md_plan *p, const struct md_site *nest, struct md_guess *guess, unsigned room,
                          bool *touched) {
  const char *lo, *hi;
  unsigned n = 0;
  *touched = false;
  if (memory.stale) watch();
  if (memory.sections == 0 || !written_bytes(p, &lo, &hi)) return 0;
  for (unsigned i = 0; i < memory.sections; i++) {
    const struct watched *w = &memory.section[i];
    bool safe;
    if (w->lo >= hi || w->hi <= lo || !written(p, &w->past->section[w->part], &safe)) continue;
    struct writers *now = &w->past->part[w->part].writers;
    *now = (struct writers){nest, now->n + 1};
    *touched = true;
    unsigned before = 0;
    const struct entry *then = last_time(w->history, w->past, &before);
    if (!safe || w->past->rest > 0 || then == NULL) continue;
    const struct writers *last = &then->writers[w->part];
    if (last->last != nest || last->n != now->n) continue;
    w->past->site->foreseen = true;
    n = add_guess(guess, n, room, w, before);
  }
  return n;
}

/* ---- the end ---- */

void md_history_drop(struct md_lane *l) {
  struct md_history *h = l->history;
  if (h == NULL) return;
  if (h->next != NULL) h->next->before = h->before;
  *(h->before != NULL ? &h->before->next : &memory.all) = h->next;
  memory.histories--;
  for (unsigned i = 0; i < h->pasts; i++) free(h->past[i]);
  free(h);
  l->history = NULL;
  expect_others();
}

void md_history_close(void) {
  free(memory.section);
  memory.section = NULL;
  memory.sections = 0;
}
