/* Counts for each element: see elements.h. */
#include "elements.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rt.h"

enum {
  MOST = 64 << 20, /* bytes of counts, of all nests */
  ARRAYS = 8,      /* of a nest */
};

struct md_elements {
  struct md_elements *next;
  const void *owner;
  const char *base;
  size_t elem, n, room;
  signed char *count;
};

/* The sections of a message as sections of counts: what one says of an element is a byte of the other. */
struct md_tally {
  size_t elem, n, bytes;
  unsigned parts;
  struct md_section *part;
  char *expected, *look; /* a byte an element */
  bool knows;
};

static struct md_counts *const counts = &md_rt.triggers.counts;

static bool take(size_t bytes) {
  if (counts->now + bytes > MOST) return false;
  counts->now += bytes;
  if (counts->now > counts->most) counts->most = counts->now;
  return true;
}

/* ---- of arrays ---- */

static struct md_elements *unused(struct md_elements **list, size_t n) {
  unsigned k = 0;
  for (struct md_elements *x = *list; x != NULL; x = x->next, k++)
    if (x->owner == NULL && x->room >= n) return x;
  if (k == ARRAYS || !take(n)) return NULL;
  struct md_elements *x = md_zeroed(sizeof *x);
  x->room = n;
  x->count = md_zeroed(n);
  x->next = *list;
  *list = x;
  return x;
}

signed char *md_elements_of(struct md_elements **list, const void *owner, const void *base, size_t elem, size_t n) {
  if (n == 0 || elem == 0 || base == NULL) return NULL;
  struct md_elements *x = unused(list, n);
  if (x == NULL) return NULL;
  x->owner = owner;
  x->base = base;
  x->elem = elem;
  x->n = n;
  return x->count;
}

void md_elements_over(struct md_elements *list, const void *owner) {
  for (; list != NULL; list = list->next)
    if (list->owner == owner) list->owner = NULL;
}

void md_elements_free(struct md_elements **list) {
  while (*list != NULL) {
    struct md_elements *x = *list;
    *list = x->next;
    counts->now -= x->room;
    free(x->count);
    free(x);
  }
}

/* ---- of messages ---- */

/* The counts of a section; false: it is not one of whole elements of x. */
static bool counts_of(struct md_section *c, const struct md_elements *x, const struct md_section *s) {
  ptrdiff_t elem = (ptrdiff_t)x->elem;
  if (s->list != NULL || s->bytes == 0 || s->block % x->elem != 0 || s->base < x->base) return false;
  size_t at = (size_t)(s->base - x->base), last = at + s->block;
  if (at % x->elem != 0) return false;
  *c = *s;
  for (int d = 0; d < s->dims; d++) {
    if (s->stride[d] < 0 || s->stride[d] % elem != 0) return false;
    last += (size_t)(s->n[d] - 1) * (size_t)s->stride[d];
    c->stride[d] = s->stride[d] / elem;
  }
  if (last > x->n * x->elem) return false;
  c->base = (char *)x->count + at / x->elem;
  c->bytes = s->bytes / x->elem;
  c->block = s->block / x->elem;
  c->elem = 1;
  return true;
}

static bool find(struct md_tally *t, const struct md_elements *list, const void *owner, const struct md_section *part) {
  for (unsigned k = 0; k < t->parts; k++) {
    const struct md_elements *x = list;
    while (x != NULL && !(x->owner == owner && (t->elem == 0 || x->elem == t->elem) && counts_of(&t->part[k], x, &part[k]))) x = x->next;
    if (x == NULL) return false;
    t->elem = x->elem;
  }
  return true;
}

bool md_tally_of(struct md_tally **at, const struct md_elements *list, const void *owner, const struct md_section *part, unsigned parts) {
  size_t bytes = 0;
  for (unsigned k = 0; k < parts; k++) bytes += part[k].bytes;
  struct md_tally *t = *at;
  if (t != NULL && (t->bytes != bytes || t->parts != parts)) md_tally_free(at);
  if (list == NULL || bytes == 0) return false;
  if (*at == NULL) {
    t = *at = md_zeroed(sizeof *t);
    t->bytes = bytes;
    t->parts = parts;
    t->part = md_zeroed(parts * sizeof *t->part);
  }
  size_t elem = t->elem;
  t->elem = 0;
  if (!find(t, list, owner, part) || (elem != 0 && elem != t->elem)) {
    md_tally_free(at);
    return false;
  }
  if (t->expected != NULL) return true;
  if (!take(2 * (bytes / t->elem))) {
    md_tally_free(at);
    return false;
  }
  t->n = bytes / t->elem;
  t->expected = md_zeroed(2 * t->n);
  t->look = t->expected + t->n;
  return true;
}

void md_tally_free(struct md_tally **at) {
  struct md_tally *t = *at;
  if (t == NULL) return;
  *at = NULL;
  counts->now -= 2 * t->n;
  free(t->part);
  free(t->expected);
  free(t);
}

bool md_tally_knows(const struct md_tally *t) { return t->knows; }

void md_tally_begin(struct md_tally *t, bool learns) {
  for (size_t i = 0; i < t->n; i++) t->look[i] = learns ? 0 : (char)-t->expected[i];
  md_parts_unpack(t->part, 0, t->n, t->look);
}

void md_tally_learn(struct md_tally *t) {
  md_parts_pack(t->part, 0, t->n, t->expected);
  t->knows = true;
}

bool md_tally_complete(struct md_tally *t, size_t at, size_t length, size_t *done) {
  size_t from = at / t->elem + *done, to = (at + length + t->elem - 1) / t->elem;
  if (to > t->n) to = t->n;
  if (from >= to) return true;
  const char *now = md_parts_plain(t->part, t->parts, from, to - from);
  if (now == NULL) {
    md_parts_pack(t->part, from, to - from, t->look);
    now = t->look;
  }
  size_t i = 0;
  while (i < to - from && now[i] == 0) i++;
  *done += i;
  return i == to - from;
}

void md_elements_report(void) {
  if (md_rt.profile && counts->most > 0) md_note(MD_NOWHERE, "counted for each element: %zu bytes of counts at most, %zu now", counts->most, counts->now);
}
