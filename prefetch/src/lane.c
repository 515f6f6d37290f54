/* Lanes: see lane.h. */
#include "lane.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "clock.h"
#include "memory.h"

enum {
  MOST_LANES = 4096,
};

static uint64_t key_of(const struct pf_comm *c, int dest, int tag) {
  return md_key(md_key(c->name[0], (uint64_t)dest), (uint64_t)tag);
}

struct pf_lane *pf_lane(struct pf_comm *c, int dest, int tag) {
  for (struct md_entry *e = md_table_find(&pf.lanes, key_of(c, dest, tag)); e != NULL; e = md_table_again(e)) {
    struct pf_lane *l = (struct pf_lane *)e;
    if (l->comm == c && l->dest == dest && l->tag == tag) return l;
  }
  return NULL;
}

struct pf_lane *pf_lane_make(struct pf_comm *c, int dest, int tag) {
  if (pf.lanes_n >= MOST_LANES) return NULL;
  struct pf_lane *l = md_zeroed(sizeof *l);
  l->comm = c;
  l->dest = dest;
  l->tag = tag;
  l->of_comm = c->lanes;
  c->lanes = l;
  pf.lanes_n++;
  md_table_add(&pf.lanes, &l->entry, key_of(c, dest, tag));
  return l;
}

static void clear(struct pf_lane *l) {
  for (int i = 0; i < 2; i++) free(l->looks[i]), l->looks[i] = NULL, l->looked[i] = false;
  free(l->base);
  free(l->seen);
  free(l->still);
  free(l->there);
  free(l->copy);
  l->base = l->seen = l->still = l->there = NULL;
  l->copy = NULL;
  l->blocks = 0;
}

bool pf_lane_room(struct pf_lane *l) {
  size_t n = pf_blocks(l->length);
  if (l->blocks == n) return true;
  clear(l);
  for (int i = 0; i < 2; i++) l->looks[i] = calloc(n, PF_LOOK);
  l->base = calloc(n, PF_LOOK);
  l->seen = calloc(n, PF_LOOK);
  l->still = calloc(n, 1);
  l->there = calloc(n, 1);
  l->copy = malloc(n * PF_BLOCK);
  bool all = l->looks[0] != NULL && l->looks[1] != NULL && l->base != NULL && l->seen != NULL && l->still != NULL && l->there != NULL && l->copy != NULL;
  if (all) l->blocks = n;
  else clear(l);
  return all;
}

int pf_lane_guess(const struct pf_lane *l) {
  enum { SEEN = 2 };
  if (l->turns >= SEEN) return 1 - l->last;
  return l->same >= SEEN || pf.opt.greedy ? l->last : -1;
}

void pf_lane_grant(struct pf_lane *l, int which, uint64_t ask, size_t capacity, struct pf_link *link) {
  l->ask = ask;
  l->capacity = capacity;
  l->link = link;
  l->due = 0;
  l->since = pf_now();
  l->cursor = l->sweep = 0;
  l->from = l->places[which];
  l->bytes = l->length;
  memcpy(l->base, l->looks[which], l->blocks * PF_LOOK);
  memcpy(l->seen, l->looks[which], l->blocks * PF_LOOK);
  memset(l->still, 0, l->blocks);
  memset(l->there, 0, l->blocks);
  l->fetched = 0;
  l->next_active = pf.active;
  pf.active = l;
  pf.tally.granted++;
}

void pf_lane_retire(struct pf_lane *l) {
  struct pf_lane **at = &pf.active;
  while (*at != NULL && *at != l) at = &(*at)->next_active;
  if (*at == l) *at = l->next_active;
  l->ask = 0;
}

void pf_lane_learn(struct pf_lane *l, const void *place, size_t length) {
  const char *one = place;
  bool long_as_ever = l->length == length;
  if (long_as_ever && l->places[l->last] == one) {
    l->same++;
    l->turns = 0;
  } else {
    l->last = 1 - l->last;
    l->same = 0;
    l->turns = long_as_ever && l->places[l->last] == one ? l->turns + 1 : 0;
    if (l->places[l->last] != one) l->looked[l->last] = false;
    if (!long_as_ever) l->looked[0] = l->looked[1] = false;
  }
  l->places[l->last] = one;
  l->length = length;
  if (l->wanted > 0) l->wanted--;
}

static struct pf_asker *asker(int world) {
  if (pf.askers == NULL) pf.askers = md_zeroed((size_t)pf.size * sizeof *pf.askers);
  return &pf.askers[world];
}

/* Remembers the last request of a lane that goes: whoever made it may still want to know. */
static void bury(const struct pf_lane *l) {
  if (l->spent == 0) return;
  struct pf_grave *g = &pf.buried[pf.buried_n++ % PF_GRAVES];
  struct pf_asker *a = asker(g->world);
  if (a->forgotten < g->ask) a->forgotten = g->ask;
  *g = (struct pf_grave){l->comm->world[l->dest], l->spent};
}

enum pf_verdict pf_lane_settle(struct pf_comm *c, int dest, int tag, int world, uint64_t ask) {
  struct pf_lane *l = c != NULL ? pf_lane(c, dest, tag) : NULL;
  struct pf_asker *a = asker(world);
  if (a->settled < ask) a->settled = ask;
  if (l != NULL && l->ask == ask) pf_lane_retire(l);
  if (c != NULL) return l != NULL && l->spent == ask ? PF_SPENT : PF_FREE;
  for (uint64_t i = 0; i < pf.buried_n && i < PF_GRAVES; i++)
    if (pf.buried[i].world == world && pf.buried[i].ask == ask) return PF_SPENT;
  return ask > a->forgotten ? PF_FREE : PF_UNKNOWN;
}

static void release(struct pf_lane *l) {
  clear(l);
  if (!l->lent) free(l->standin); /* else it is MPI's until the program ends */
  free(l);
}

void pf_lanes_drop(struct pf_comm *c) {
  for (struct pf_lane *l = c->lanes, *next; l != NULL; l = next) {
    next = l->of_comm;
    if (l->ask != 0) pf_lane_retire(l);
    bury(l);
    md_table_remove(&pf.lanes, &l->entry);
    pf.lanes_n--;
    l->next_active = pf.doomed;
    pf.doomed = l;
  }
  c->lanes = NULL;
  if (!pf.turning) pf_lanes_sweep();
}

void pf_lanes_sweep(void) {
  for (struct pf_lane *l = pf.doomed, *next; l != NULL; l = next) {
    next = l->next_active;
    release(l);
  }
  pf.doomed = NULL;
}
