/* Fetching: see fetch.h. */
#include "fetch.h"

#include <string.h>

#include "bytes.h"
#include "clock.h"
#include "link.h"
#include "looks.h"

/* What still[i] may be: for how many looks block i has not changed, or how far it has come. */
enum { READY = 100, SENT };

enum {
  PAUSE = 200, /* microseconds between looks, at least */
  RARER = 64,  /* where it was granted long ago, and nothing has changed: one part in so many of that */
  LONGEST = 50000,
  SHARE = 10,  /* looks take one part in so many of the time */
  AT_ONCE = 32, /* blocks that are looked at */
  BY_TURNS = 8,
};

/* Whether the ends of a block, as they are now, are others than they were. */
static bool first_new(const struct pf_lane *l, size_t i, const unsigned char *now) { return memcmp(now, l->base + i * PF_LOOK, PF_EDGE) != 0; }

static bool last_new(const struct pf_lane *l, size_t i, const unsigned char *now) {
  return memcmp(now + PF_EDGE, l->base + i * PF_LOOK + PF_EDGE, PF_EDGE) != 0;
}

/* Whether a block is likely to be complete: both of its ends have changed, and they stay, or the next block has been begun; or one
 * has, and stays for long. next: as the next block is; NULL: not known. */
static bool complete(const struct pf_lane *l, size_t i, const unsigned char *now, const unsigned char *next) {
  enum { LONG = 3 };
  if (pf.opt.greedy) return true;
  bool first = first_new(l, i, now), last = last_new(l, i, now);
  if (first && last) return l->still[i] >= 1 || (next != NULL && first_new(l, i + 1, next));
  return (first || last) && l->still[i] >= LONG;
}

/* Looks at the blocks from..to-1. False: the memory is gone. */
static bool look_at(struct pf_lane *l, size_t from, size_t to) {
  unsigned char chunk[AT_ONCE * PF_LOOK];
  memset(chunk, 0, (to - from) * PF_LOOK);
  if (!pf_look(chunk, l->from, l->bytes, from, to)) return false;
  bool changed = false;
  for (size_t i = from; i < to; i++) {
    if (l->still[i] >= READY) continue;
    const unsigned char *now = chunk + (i - from) * PF_LOOK;
    unsigned char *seen = l->seen + i * PF_LOOK;
    if (memcmp(now, seen, PF_LOOK) != 0) changed = true, l->still[i] = 0;
    else if (l->still[i] < READY - 1) l->still[i]++;
    memcpy(seen, now, PF_LOOK);
    if (complete(l, i, now, i + 1 < to ? now + PF_LOOK : NULL)) l->still[i] = READY;
  }
  if (changed) l->since = pf_now(); /* whoever writes goes on, so there is more to see soon */
  return true;
}

/* A look takes time for each block. So it goes to those behind what is ready, where one who writes from the first to the last is, and
 * to some others by turns. */
static bool look(struct pf_lane *l) {
  size_t from = 0, n = l->blocks;
  while (from < n && l->still[from] >= READY) from++;
  if (from == n) return true;
  if (!look_at(l, from, from + AT_ONCE < n ? from + AT_ONCE : n)) return false;
  if (n - from <= AT_ONCE) return true;
  size_t to = l->sweep + BY_TURNS < n ? l->sweep + BY_TURNS : n;
  bool all = look_at(l, l->sweep, to);
  l->sweep = to < n ? to : 0;
  return all;
}

/* The next blocks that are ready, as many as go in one frame. */
static size_t run(struct pf_lane *l, size_t *first) {
  while (l->cursor < l->blocks && l->still[l->cursor] != READY) l->cursor++;
  *first = l->cursor;
  size_t n = 0;
  while (n < PF_DATA / PF_BLOCK && *first + n < l->blocks && l->still[*first + n] == READY) n++;
  return n;
}

/* Gives up: the memory is gone. */
static void give_up(struct pf_lane *l, uint64_t ask) {
  pf_lock();
  if (l->ask == ask) pf_lane_retire(l);
  pf_unlock();
}

static void push(struct pf_lane *l, uint64_t ask) {
  size_t first, n;
  while (pf_link_free_for(l->link) && (n = run(l, &first)) > 0) {
    size_t at = first * PF_BLOCK, bytes = (first + n) * PF_BLOCK <= l->bytes ? n * PF_BLOCK : l->bytes - at;
    if (!pf_peek(l->copy + at, l->from + at, bytes)) {
      give_up(l, ask);
      return;
    }
    pf_lock();
    bool valid = l->ask == ask;
    if (valid) l->fetched += n;
    pf_unlock();
    if (!valid) return;
    memset(l->still + first, SENT, n);
    pf_link_page(l->link, ask, first, l->copy + at, bytes);
  }
}

/* When to look again, after a look that took so long. */
static uint64_t due(const struct pf_lane *l, uint64_t now, uint64_t cost, size_t lanes) {
  uint64_t pause = (now - l->since) / RARER;
  if (pause > LONGEST) pause = LONGEST;
  if (pause < PAUSE) pause = PAUSE;
  cost *= SHARE * lanes;
  return now + (cost > pause ? cost : pause);
}

void pf_fetch(struct pf_lane *l, uint64_t now, size_t lanes) {
  pf_lock();
  uint64_t ask = l->ask;
  pf_unlock();
  if (ask == 0) return;
  if (now >= l->due) {
    uint64_t worked = pf_worked(); /* others may have the processor meanwhile: that is no cost of the look */
    if (!look(l)) {
      give_up(l, ask);
      return;
    }
    l->cursor = 0;
    l->due = due(l, pf_now(), pf_worked() - worked, lanes);
  }
  push(l, ask);
}
