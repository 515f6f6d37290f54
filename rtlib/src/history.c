/* What was sent, and who wrote it: see history.h. What is expected of that is in predict.c. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

#include "lists.h"
#include "memory.h"
#include "past.h"
#include "rt.h"
#include "units.h"
#include "view.h"

enum {
  MOST_OF_ALL = 4096, /* different messages of all lanes: 12 MB at the very most, if all have 64 units */
  LONGEST = 64,       /* period, in messages */
  RING = 128,         /* messages of a lane remembered, */
  RING_LEAST = 32,    /* as long as their order is not longer */
  MOST_LANES = 256,   /* with a history: the others have not been used for longer; 36 MB at the very most */
  MOST_WATCHED = 768, /* sections looked at by nests, */
  NEWEST = 16,        /* of a lane whose order is not known those that were sent last */
  MOST_LISTS = 4      /* of a lane, since they are as long as what they name */
};

_Static_assert((int)RING >= 2 * (int)LONGEST, "a period is believed when it was seen twice");

static struct md_histories *const memory = &md_rt.triggers.histories;

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
  for (unsigned i = 0; i < h->period; i++) pasts |= (uint64_t)1 << md_execution_of(h, h->n - h->period + i)->past;
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

const struct md_watched *md_history_watched(unsigned *n, unsigned *look) {
  if (memory->stale) watch();
  *look = ++memory->looked;
  *n = memory->sections;
  return memory->watched;
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

/* A ring for room executions of messages of up to width units, with what is remembered. */
static void lay_out(struct md_history *h, unsigned room, unsigned width) {
  struct md_execution *ring = md_alloc(room * sizeof *ring);
  struct md_writers *writers = md_zeroed((size_t)room * width * sizeof *writers);
  for (unsigned k = 0; k < room; k++) ring[k] = (struct md_execution){.past = MD_PASTS, .writers = writers + (size_t)k * width}; /* none */
  uint64_t first = h->n > h->room ? h->n - h->room : 0;
  for (uint64_t k = first; k < h->n; k++) {
    const struct md_execution *e = md_execution_of(h, k);
    struct md_execution *to = &ring[k % room];
    to->past = e->past;
    to->turns = e->turns;
    memcpy(to->writers, e->writers, h->width * sizeof *writers);
  }
  free(h->ring);
  free(h->writers);
  h->ring = ring;
  h->writers = writers;
  h->room = room;
  h->width = width;
}

/* NULL: there are too many. */
static struct md_history *history_of(struct md_lane *l) {
  if (l->history != NULL) return l->history;
  if (!make_room()) return NULL;
  struct md_history *h = md_zeroed(sizeof *h);
  lay_out(h, RING_LEAST, 1);
  h->lane = l;
  h->next = memory->all;
  if (h->next != NULL) h->next->before = h;
  memory->all = h;
  memory->n++;
  return l->history = h;
}

bool md_past_is(const struct md_past *p, const struct md_op *op) {
  if (p->place != op->place || p->bytes != op->bytes) return false;
  if (p->parts == 0) return op->parts > MD_PAST_UNITS || op->bytes == 0;
  return md_section_same(p->section, p->parts, &op->ex->part[op->part], op->parts);
}

static unsigned parts_of(const struct md_op *op) {
  return op->parts > MD_PAST_UNITS || op->bytes == 0 || !op->ex->remembered ? 0 : op->parts;
}

/* From now on p has so many units; of their writers nothing is known. */
static void set_units(struct md_history *h, struct md_past *p, unsigned units) {
  if (units > h->width) lay_out(h, h->room, units);
  if (units > p->unit_room) {
    free(p->writers);
    free(p->known);
    free(p->unmodified.sample);
    p->writers = md_alloc(units * sizeof *p->writers);
    p->known = md_alloc(units * sizeof *p->known);
    p->unmodified.sample = md_alloc(units * sizeof *p->unmodified.sample);
    p->unit_room = units;
  }
  p->units = units;
  p->unmodified.sampled = 0;
  for (unsigned k = 0; k < units; k++) p->writers[k] = p->known[k] = (struct md_writers){0};
}

/* p stays where it is: guesses of what it was may be under way (md_luck). */
static void become(struct md_history *h, struct md_past *p, const struct md_op *op) {
  unsigned parts = parts_of(op);
  md_sections_hold(&op->ex->part[op->part], parts);
  md_sections_release(p->section, p->parts);
  p->section = md_grow(p->section, &p->room, parts, sizeof *p->section);
  *p = (struct md_past){.place = op->place, .site = op->ex->site, .bytes = op->bytes, .parts = parts, .shares = 1,
                        .section = p->section, .room = p->room, .writers = p->writers, .known = p->known,
                        .unit_room = p->unit_room, .unmodified = {.sample = p->unmodified.sample}};
  set_units(h, p, parts);
  for (unsigned k = 0; k < parts; k++) p->section[k] = op->ex->part[op->part + k];
}

/* The list of a message: the first, of several. 0: it has none. */
static uint64_t list_of(const struct md_section *part, unsigned parts) {
  uint64_t list = 0;
  for (unsigned k = parts; k > 0; k--)
    if (part[k - 1].listed != 0) list = part[k - 1].listed;
  return list;
}

/* The message with a list that was not seen for longest, if a new list is one too many; else MD_PASTS. */
static unsigned gives_list(const struct md_history *h, const struct md_op *op) {
  uint64_t list = list_of(&op->ex->part[op->part], parts_of(op));
  unsigned lists = 0, oldest = MD_PASTS;
  for (unsigned i = 0; i < h->pasts && list != 0; i++) {
    const struct md_past *p = h->past[i];
    uint64_t other = list_of(p->section, p->parts);
    if (other == 0 || other == list) continue;
    bool again = false;
    for (unsigned k = 0; k < i; k++) again = again || list_of(h->past[k]->section, h->past[k]->parts) == other;
    lists += !again;
    if (oldest == MD_PASTS || p->used < h->past[oldest]->used) oldest = i;
  }
  return lists >= MOST_LISTS ? oldest : MD_PASTS;
}

/* The number of the message among those of the lane; the one not seen for longest makes room. */
static unsigned enter(struct md_history *h, const struct md_op *op) {
  unsigned oldest = 0;
  for (unsigned i = 0; i < h->pasts; i++) {
    if (md_past_is(h->past[i], op)) return i;
    if (h->past[i]->used < h->past[oldest]->used) oldest = i;
  }
  unsigned listed = gives_list(h, op);
  if (listed < MD_PASTS) oldest = listed;
  if (h->pasts == 0 || (listed == MD_PASTS && h->pasts < MD_PASTS && memory->pasts < MOST_OF_ALL)) {
    oldest = h->pasts++;
    memory->pasts++;
    h->past[oldest] = md_zeroed(sizeof(struct md_past));
  } else {
    for (uint64_t i = 0; i < h->room && i < h->n; i++) /* its old executions were another message */
      if (h->ring[i].past == oldest) h->ring[i].past = MD_PASTS;
  }
  become(h, h->past[oldest], op);
  return oldest;
}

/* A longer memory for an order that was not found in this one. */
static void remember_more(struct md_history *h) {
  if (h->n < h->room || h->room == RING) return;
  lay_out(h, 2 * h->room, h->width);
}

/* Whether two executions were the same message, which is still among those remembered. */
static bool same(struct md_history *h, uint64_t a, uint64_t b) {
  unsigned past = md_execution_of(h, a)->past;
  return past != MD_PASTS && past == md_execution_of(h, b)->past;
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
  const struct md_execution *x = md_execution_of(h, a), *y = md_execution_of(h, b);
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
  struct md_execution *e = md_execution_of(h, h->n - 1);
  unsigned turns = md_execution_of(h, h->n - 1 - h->period)->turns, p = turns * h->period;
  e->turns = (unsigned char)turns;
  if (h->n > p && alike(h, h->n - 1, h->n - 1 - p)) return;
  remember_more(h);
  turns = find_turns(h);
  if (turns > 0) md_execution_of(h, h->n - 1)->turns = (unsigned char)turns;
}

/* The order is another one: nothing is known of turns. */
static void begin_order(struct md_history *h) {
  h->period = find_period(h);
  for (unsigned i = 0; i < h->period; i++) md_execution_of(h, h->n - 1 - i)->turns = 1;
}

/* From now on it is known of each share who writes it. */
static void divide(struct md_history *h, unsigned i) {
  struct md_past *p = h->past[i];
  unsigned units = md_units_count(p->section, p->parts, p->wanted), shares = p->wanted;
  p->wanted = 0;
  p->seen = 0;
  if (p->shares > 1 || units > MD_PAST_UNITS) return;
  p->shares = shares;
  set_units(h, p, units);
  for (uint64_t k = 0; k < h->room && k < h->n; k++)
    if (h->ring[k].past == i) memset(h->ring[k].writers, 0, h->width * sizeof *h->writers);
  expect_others();
}

static void add(struct md_history *h, unsigned i) {
  struct md_past *p = h->past[i];
  struct md_execution *e = md_execution_of(h, h->n);
  bool seen = p->unseen == memory->unseen;
  e->past = (unsigned char)i;
  e->turns = 1;
  for (unsigned k = 0; k < p->units; k++) {
    if (seen) p->known[k] = p->writers[k];
    e->writers[k] = p->known[k];
    p->writers[k] = (struct md_writers){0};
  }
  if (seen && p->seen < MD_PAST_SEEN) p->seen++;
  p->unseen = memory->unseen;
  p->used = h->n++;
  h->used = ++memory->executed;
  if (p->luck.rest > 0) p->luck.rest--;
  if (p->unmodified.luck.rest > 0) p->unmodified.luck.rest--;
  if (md_unlikely(p->wanted > 1)) divide(h, i);
}

void md_history_note(const struct md_op *op) {
  struct md_history *h = op->lane->history;
  if (h == NULL && (h = history_of(op->lane)) == NULL) return;
  md_tell(); /* nests that run from now on without a word are to be counted (md_history_unseen) */
  bool expected = false;
  if (h->period > 0) {
    unsigned i = md_execution_of(h, h->n - h->period)->past;
    expected = md_past_is(h->past[i], op);
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

/* ---- the end ---- */

void md_history_drop(struct md_lane *l) {
  struct md_history *h = l->history;
  if (h == NULL) return;
  if (h->next != NULL) h->next->before = h->before;
  *(h->before != NULL ? &h->before->next : &memory->all) = h->next;
  memory->n--;
  memory->pasts -= h->pasts;
  for (unsigned i = 0; i < h->pasts; i++) {
    md_sections_release(h->past[i]->section, h->past[i]->parts);
    free(h->past[i]->section);
    free(h->past[i]->writers);
    free(h->past[i]->known);
    free(h->past[i]->unmodified.sample);
    free(h->past[i]);
  }
  free(h->ring);
  free(h->writers);
  free(h);
  l->history = NULL;
  expect_others();
}

void md_history_close(void) {
  free(memory->watched);
  memory->watched = NULL;
  memory->sections = 0;
}
