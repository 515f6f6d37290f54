/* Counted units of work: see count.h. */
#include "count.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "cuts.h"
#include "elements.h"
#include "memory.h"
#include "pending.h"
#include "rt.h"
#include "trigger.h"

enum {
  CHUNKS = 256,             /* of a message, */
  LEAST = 64,               /* no shorter than so many bytes */
  MESSAGES = 64,            /* of a list */
  LONGEST = 16 << 20,       /* bytes of a message, */
  COPIES = 64 << 20,        /* and of all that are copied at a time */
  REST = 64,                /* passes without a count, where it said that nothing is early */
};

struct md_count {
  struct md_count *next;
  int64_t site; /* of the exchange */
  int line, peer, tag, handle;
  size_t bytes, chunk;
  unsigned chunks, units;
  uint64_t order; /* of the units, in one number */
  bool learnt;
  struct md_luck luck;
  unsigned stride; /* units between two looks, */
  double looked;   /* and when the last one was over */
  struct md_early *e; /* of this pass, under this number; NULL: it does not count */
  uint64_t number;
  struct md_tally *tally;  /* its elements are counted; NULL: units alone are */
  size_t done[CHUNKS];     /* elements of a chunk that are complete in this pass, from the first on */
  char *copy; /* NULL: it does not learn. Behind the copy there is room for a chunk */
  uint32_t last[CHUNKS]; /* the unit that wrote a chunk last, from 1; 0: none did */
};

static struct md_counting *const counting = &md_rt.triggers.counting;

/* ---- what is known of messages ---- */

static bool is_of(const struct md_count *c, const struct md_hint *h) {
  return c->site == *h->x && c->line == h->line && c->peer == h->peer && c->tag == h->tag && c->handle == h->handle;
}

static void forget_copy(struct md_count *c) {
  if (c->copy == NULL) return;
  free(c->copy);
  c->copy = NULL;
  counting->copied -= c->bytes + c->chunk;
}

/* Another length, or other units: what was learnt says nothing. */
static void begin_anew(struct md_count *c, size_t bytes) {
  forget_copy(c); /* of a pass that was left before its end: it is as long as the message was */
  c->bytes = bytes;
  c->chunk = (bytes + CHUNKS - 1) / CHUNKS;
  if (c->chunk < LEAST) c->chunk = LEAST;
  c->chunks = (unsigned)((bytes + c->chunk - 1) / c->chunk);
  c->learnt = false;
  memset(c->last, 0, sizeof c->last);
}

static struct md_count *known(struct md_count *list, const struct md_hint *h) {
  while (list != NULL && !is_of(list, h)) list = list->next;
  return list;
}

static struct md_count *find(struct md_count **list, const struct md_hint *h) {
  struct md_count *old = known(*list, h);
  if (old != NULL) return old;
  unsigned n = 0;
  for (struct md_count *c = *list; c != NULL; c = c->next) n++;
  if (n == MESSAGES) return NULL;
  struct md_count *c = md_zeroed(sizeof *c);
  c->site = *h->x;
  c->line = h->line;
  c->peer = h->peer;
  c->tag = h->tag;
  c->handle = h->handle;
  c->next = *list;
  *list = c;
  counting->messages++;
  return c;
}

struct md_count *md_count_of(struct md_count **list, const struct md_hint *h) {
  size_t bytes = 0;
  for (unsigned i = 0; i < h->parts; i++) bytes += h->part[i].bytes;
  if (bytes == 0 || bytes > LONGEST || md_pending_meets_parts(h->part, h->parts)) return NULL;
  struct md_count *c = find(list, h);
  if (c == NULL) return NULL;
  if (c->bytes != bytes) begin_anew(c, bytes);
  c->e = NULL;
  if (c->luck.rest > 0) {
    c->luck.rest--;
    return NULL;
  }
  return c;
}

struct md_luck *md_count_luck(struct md_count *c) { return &c->luck; }

/* ---- learning ---- */

static size_t length_of(const struct md_count *c, unsigned i) {
  size_t at = i * c->chunk;
  return c->bytes - at < c->chunk ? c->bytes - at : c->chunk;
}

static void learn(struct md_count *c) {
  if (counting->copied + c->bytes + c->chunk > COPIES) {
    c->e = NULL;
    return;
  }
  unsigned parts;
  c->copy = md_alloc(c->bytes + c->chunk);
  counting->copied += c->bytes + c->chunk;
  if (counting->copied > counting->most) counting->most = counting->copied;
  md_parts_pack(md_trigger_parts(c->e, &parts), 0, c->bytes, c->copy);
  counting->learnt++;
}

/* What differs from the copy was written by the unit that is over. */
static void look(struct md_count *c, unsigned over) {
  unsigned parts;
  const struct md_section *part = md_trigger_parts(c->e, &parts);
  for (unsigned i = 0; i < c->chunks; i++) {
    size_t at = i * c->chunk, length = length_of(c, i);
    const char *now = md_parts_plain(part, parts, at, length);
    if (now == NULL) {
      md_parts_pack(part, at, length, c->copy + c->bytes);
      now = c->copy + c->bytes;
    }
    if (memcmp(now, c->copy + at, length) == 0) continue;
    memcpy(c->copy + at, now, length);
    if (c->last[i] < over) c->last[i] = over;
  }
}

/* Whether anything leaves before the last unit is over. */
static bool worth(const struct md_count *c) {
  for (unsigned i = 0; i < c->chunks; i++)
    if (c->last[i] < c->units) return true;
  return false;
}

static void learnt(struct md_count *c) {
  forget_copy(c);
  c->learnt = worth(c);
  if (c->learnt) return;
  begin_anew(c, c->bytes);
  c->luck.rest = REST;
}

/* ---- passes ---- */

/* Pieces whose chunks were all written by the units that are over go; those that have gone stay where they are. */
static void send(struct md_count *c, unsigned over) {
  const struct md_cuts *cuts = md_trigger_cuts(c->e);
  for (size_t at = 0, end; at < c->bytes; at = end) {
    end = md_cuts_next(cuts, at, c->bytes);
    uint32_t last = 0;
    for (size_t i = at / c->chunk; i <= (end - 1) / c->chunk; i++)
      if (c->last[i] > last) last = c->last[i];
    if (last <= over) md_trigger_complete(c->e, at, false);
  }
  md_trigger_said();
}

/* A pass that was left before its end has nothing to say. */
static bool counts(const struct md_count *c) {
  return c->e != NULL && md_overlaps() && md_trigger_number(c->e) == c->number;
}

/* Boxes may come in any order, another one each time. */
static uint64_t order_of(const struct md_box *box, unsigned units) {
  uint64_t h = units;
  for (unsigned i = 0; i < units; i++)
    for (int l = 0; l < MD_MAX_LOOPS; l++) {
      h = (h ^ (uint64_t)box[i].r.lo[l]) * 0x9e3779b97f4a7c15u;
      h = (h ^ h >> 29 ^ (uint64_t)box[i].r.hi[l]) * 0x9e3779b97f4a7c15u;
    }
  return h;
}

/* ---- by elements ---- */

/* Chunks of which no element is to be written again are those of the units that are over. */
static void tally(struct md_count *c) {
  for (unsigned i = 0; i < c->chunks; i++)
    if (c->last[i] != 0 && md_tally_complete(c->tally, i * c->chunk, length_of(c, i), &c->done[i])) c->last[i] = 0;
}

static bool begin_elements(struct md_count *c, struct md_early *e, const struct md_elements *elements, const void *owner) {
  unsigned parts;
  const struct md_section *part = md_trigger_parts(e, &parts);
  bool had = c->tally != NULL, has = md_tally_of(&c->tally, elements, owner, part, parts);
  if (has != had) begin_anew(c, c->bytes);
  if (!has) return false;
  c->e = e;
  c->number = md_trigger_number(e);
  c->learnt = md_tally_knows(c->tally) && !c->luck.changed;
  c->luck.changed = false;
  md_tally_begin(c->tally, !c->learnt);
  if (!c->learnt) {
    counting->learnt++;
    return true;
  }
  for (unsigned i = 0; i < CHUNKS; i++) c->last[i] = UINT32_MAX;
  memset(c->done, 0, sizeof c->done);
  tally(c);
  send(c, 0);
  return true;
}

static void elements_over(struct md_count *c, unsigned over) {
  if (over == c->units && !c->learnt) md_tally_learn(c->tally);
  else if (over < c->units && c->learnt) {
    tally(c);
    send(c, over);
  }
}

void md_count_begin(struct md_count *c, struct md_early *e, const struct md_box *box, unsigned units, const struct md_elements *elements,
                    const void *owner) {
  forget_copy(c);
  c->units = units;
  if (begin_elements(c, e, elements, owner)) return;
  uint64_t order = order_of(box, units);
  if (order != c->order) begin_anew(c, c->bytes);
  c->order = order;
  c->units = units;
  c->e = units > 1 ? e : NULL;
  if (c->e == NULL) return;
  c->number = md_trigger_number(e);
  if (c->luck.changed) c->learnt = false;
  c->luck.changed = false;
  if (c->learnt) send(c, 0);
  else learn(c);
}

void md_count_over(struct md_count *c, unsigned over) {
  bool ends = over == c->units;
  if (counts(c) && c->tally != NULL) {
    elements_over(c, over);
  } else if (counts(c)) {
    if (c->copy != NULL) look(c, over);
    else if (!ends) send(c, over);
    if (c->copy != NULL && ends) learnt(c);
  }
  if (!ends) return;
  forget_copy(c);
  c->e = NULL;
}

/* ---- units without end ---- */

/* The next unit of interest behind k. */
static int64_t next_unit(const struct md_count *c, uint32_t k) {
  if (c->copy != NULL) return (int64_t)k + c->stride;
  int64_t next = -1;
  for (unsigned i = 0; i < c->chunks; i++)
    if (c->last[i] > k && (next < 0 || c->last[i] < next)) next = c->last[i];
  return next;
}

static void forget_pass(struct md_count *c) {
  forget_copy(c);
  c->e = NULL;
}

static int64_t begin_pass(struct md_count **list, struct md_hint *h) {
  struct md_count *c = md_count_of(list, h);
  if (c == NULL) return -1;
  h->luck = &c->luck;
  forget_copy(c);
  c->e = md_trigger_hint(h);
  if (c->e == NULL) return -1;
  c->number = md_trigger_number(c->e);
  if (c->luck.changed) c->learnt = false;
  c->luck.changed = false;
  c->stride = 1;
  if (c->learnt) send(c, 0);
  else learn(c);
  c->looked = MPI_Wtime();
  return c->e == NULL ? -1 : next_unit(c, 0);
}

/* Looks, and less often if that takes long. */
static void look_in_time(struct md_count *c, uint32_t k) {
  double from = MPI_Wtime(), till;
  look(c, k);
  till = MPI_Wtime();
  if (8 * (till - from) > from - c->looked) c->stride *= 2;
  c->looked = till;
}

int64_t md_count_unit(struct md_count **list, struct md_hint *h, int64_t k, bool ends) {
  if (k == 0) return ends ? -1 : begin_pass(list, h);
  struct md_count *c = known(*list, h);
  if (c == NULL || c->e == NULL) return -1;
  h->luck = &c->luck;
  /* not if it is another section by now, or something is on its way to it */
  bool goes_on = counts(c) && k < UINT32_MAX && !md_pending_meets_parts(h->part, h->parts) && md_trigger_hint(h) == c->e && counts(c);
  if (goes_on && c->copy != NULL) look_in_time(c, (uint32_t)k);
  else if (goes_on) send(c, (uint32_t)k);
  if (goes_on && !ends) return next_unit(c, (uint32_t)k);
  c->units = (unsigned)k;
  if (goes_on && c->copy != NULL) learnt(c);
  forget_pass(c);
  return -1;
}

void md_count_free(struct md_count **list) {
  while (*list != NULL) {
    struct md_count *c = *list;
    *list = c->next;
    forget_copy(c);
    md_tally_free(&c->tally);
    free(c);
  }
}

void md_count_report(void) {
  if (md_rt.profile && counting->messages > 0)
    md_note(MD_NOWHERE, "counted: %lu messages (%zu bytes of counts), %lu passes learnt, %zu bytes copied at a time at most, %zu now",
            counting->messages, counting->messages * sizeof(struct md_count), counting->learnt, counting->most, counting->copied);
  md_elements_report();
}
