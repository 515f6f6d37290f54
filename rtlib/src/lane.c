/* Lanes.
 *
 * A lane is (communicator, tag, peer, direction), and on it everything is in
 * order: MPI does not let messages of one (communicator, tag, source) overtake
 * each other. So the k-th send meets the k-th receive by counting, on both
 * sides, without a word between them.
 *
 * Each lane uses two MPI tags: 2*tag for frames and 2*tag+1 for bytes that go
 * from user memory to user memory. Lanes are made at their first use and found
 * again by the slot of the site; the table here is for first meetings. Where a
 * program uses ever new tags, lanes that rest are evicted (evict.c). */
#include "lane.h"

#include <stdlib.h>
#include <string.h>

#include "above.h"
#include "comm.h"
#include "evict.h"
#include "inbox.h"
#include "memory.h"
#include "near.h"
#include "pool.h"
#include "rt.h"

/* ---- peers ---- */

struct md_peer *md_peer_of(struct md_comm *c, int rank) {
  struct md_entry *e = md_table_find(&c->peers, md_key((uint64_t)rank, 0));
  for (; e != NULL; e = md_table_again(e))
    if (((struct md_peer *)e)->rank == rank) return (struct md_peer *)e;
  struct md_peer *p = md_zeroed(sizeof *p);
  p->rank = rank;
  p->to = md_comm_to(c, rank);
  p->in_all = -1;
  p->far = !md_near(c->comm, p->to);
  p->stock[MD_RECV].most = p->stock[MD_SEND].most = MD_EVICT_LEAST;
  p->next = c->peer;
  c->peer = p;
  md_table_add(&c->peers, &p->entry, md_key((uint64_t)rank, 0));
  return p;
}

/* ---- lanes ---- */

static uint64_t key_of(int peer, int tag, enum md_direction dir) {
  return md_key((uint64_t)(uint32_t)peer << 32 | (uint32_t)tag, dir);
}

void md_lane_number(struct md_lane *l, int number) {
  l->number = number;
  l->frame_tag = 2 * number;
  l->direct_tag = 2 * number + 1;
}

static struct md_lane *make(struct md_comm *c, int peer, int tag, enum md_direction dir) {
  struct md_peer *p = md_peer_of(c, peer);
  struct md_lane *l = md_zeroed(sizeof *l);
  l->comm = c;
  l->with = p;
  l->peer = peer;
  l->tag = tag;
  l->dir = dir;
  l->to = p->to;
  md_lane_number(l, c->commons == NULL ? tag : -1);
  l->far = p->far;
  l->era = p->told;
  l->used = true;
  l->gap = 1;
  l->next = p->stock[dir].first;
  p->stock[dir].first = l;
  p->stock[dir].n++;
  md_table_add(&c->lanes, &l->entry, key_of(peer, tag, dir));
  return l;
}

struct md_lane *md_lane_find(const struct md_comm *c, int peer, int tag, enum md_direction dir) {
  struct md_entry *e = md_table_find(&c->lanes, key_of(peer, tag, dir));
  for (; e != NULL; e = md_table_again(e)) {
    struct md_lane *l = (struct md_lane *)e;
    if (l->peer == peer && l->tag == tag && l->dir == dir) return l;
  }
  return NULL;
}

struct md_lane *md_lane_of(struct md_comm *c, int peer, int tag, enum md_direction dir) {
  md_assert(md_alone());
  struct md_lane *l = md_lane_find(c, peer, tag, dir);
  if (l != NULL) return l;
  md_evict_some(c, md_peer_of(c, peer), dir);
  l = md_lane_find(c, peer, tag, dir); /* what is heard of lanes on the way makes them */
  return l != NULL ? l : make(c, peer, tag, dir);
}

void md_lanes_each(struct md_comm *c, void (*f)(struct md_lane *l, void *arg), void *arg) {
  for (struct md_peer *p = c->peer; p != NULL; p = p->next)
    for (int dir = MD_RECV; dir <= MD_SEND; dir++)
      for (struct md_lane *l = p->stock[dir].first; l != NULL; l = l->next) f(l, arg);
}

void md_lane_free(struct md_lane *l) {
  for (struct md_buffer *b; (b = l->aside) != NULL;) {
    l->aside = b->next;
    md_pool_give(b);
  }
  for (struct md_known *k; (k = l->known) != NULL;) {
    l->known = k->next;
    md_table_remove(&l->comm->known, &k->entry);
    free(k);
  }
  md_table_remove(&l->comm->lanes, &l->entry);
  md_evict_forget(l);
  md_above.lane_goes(l);
  free(l->inbox);
  l->inbox = NULL;
  l->orphan = true;
  if (l->ops == 0) free(l);
}

void md_lane_leave(struct md_lane *l) {
  md_assert(l->ops > 0);
  if (--l->ops == 0 && l->orphan) free(l);
}

void md_lanes_free(struct md_comm *c) {
  for (struct md_peer *p; (p = c->peer) != NULL;) {
    c->peer = p->next;
    for (int dir = MD_RECV; dir <= MD_SEND; dir++)
      for (struct md_lane *l; (l = p->stock[dir].first) != NULL;) {
        p->stock[dir].first = l->next;
        md_lane_free(l);
      }
    free(p);
  }
  md_table_free(&c->lanes);
  md_table_free(&c->known);
  md_table_free(&c->peers);
}

/* ---- what is known of the other side's directives ---- */

static uint64_t known_key(const struct md_lane *l, uint32_t number) { return md_key((uintptr_t)l, number); }

struct md_known *md_lane_known(const struct md_lane *l, uint32_t number) {
  struct md_entry *e = md_table_find(&l->comm->known, known_key(l, number));
  for (; e != NULL; e = md_table_again(e)) {
    struct md_known *k = (struct md_known *)e;
    if (k->lane == l && k->number == number) return k;
  }
  return NULL;
}

struct md_known *md_lane_learn(struct md_lane *l, uint32_t number, const char *file, size_t length, int line) {
  struct md_known *k = md_zeroed(sizeof *k + length + 1);
  memcpy(k->name, file, length);
  k->lane = l;
  k->number = number;
  k->where = (struct md_where){k->name, line};
  if (l->known == NULL)
    l->known = k;
  else
    l->known_last->next = k;
  l->known_last = k;
  md_table_add(&l->comm->known, &k->entry, known_key(l, number));
  return k;
}

#ifdef MDMP_ASSERT

bool md_lane_valid(const struct md_lane *l) {
  const struct md_inbox *in = l->inbox;
  if (l->orphan) return true;
  if (l->dir == MD_SEND && (in != NULL || l->aside != NULL || l->framed != NULL || l->due != NULL)) return false;
  if (l->dir == MD_RECV && (l->begun != NULL || l->direct != 0 || l->posted != 0)) return false;
  return l->with->rank == l->peer && md_lane_find(l->comm, l->peer, l->tag, l->dir) == l && l->unacknowledged <= l->backlog && l->withdrawn <= l->backlog && l->backlog <= l->with->backlog &&
         l->direct_open >= 0 && (in == NULL || (in->first >= 0 && in->n >= 0 && in->first + in->n <= MD_INBOX));
}

#endif
