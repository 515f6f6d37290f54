/* Lanes.
 *
 * A lane is (communicator, tag, peer, direction), and on it everything is in
 * order: MPI does not let messages of one (communicator, tag, source) overtake
 * each other. So the k-th send meets the k-th receive by counting, on both
 * sides, without a word between them.
 *
 * Each lane uses two MPI tags: 2*tag for frames and 2*tag+1 for bytes that go
 * from user memory to user memory. Lanes are made at their first use and found
 * again by the slot of the site; the table here is for first meetings. */
#include "lane.h"

#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "history.h"
#include "near.h"
#include "pool.h"
#include "rt.h"

static unsigned bucket(const struct md_comm *c, int peer, int tag, enum md_direction dir) {
  uint64_t key = ((uint64_t)(uint32_t)peer << 32 | (uint32_t)tag) * 2 + dir;
  key *= 0x9e3779b97f4a7c15u;
  return (unsigned)(key >> 40) & (c->table_size - 1);
}

static void insert(struct md_comm *c, struct md_lane *l) {
  struct md_lane **b = &c->table[bucket(c, l->peer, l->tag, l->dir)];
  l->next = *b;
  *b = l;
}

static void grow(struct md_comm *c) {
  struct md_lane **old = c->table;
  unsigned size = c->table_size;
  c->table_size = size > 0 ? 2 * size : 64;
  c->table = md_alloc(c->table_size * sizeof *c->table);
  memset(c->table, 0, c->table_size * sizeof *c->table);
  for (unsigned i = 0; i < size; i++)
    for (struct md_lane *l = old[i], *next; l != NULL; l = next) {
      next = l->next;
      insert(c, l);
    }
  free(old);
}

struct md_lane *md_lane_of(struct md_comm *c, int peer, int tag, enum md_direction dir) {
  if (c->lanes >= c->table_size) grow(c);
  struct md_lane *l = c->table[bucket(c, peer, tag, dir)];
  while (l != NULL && (l->peer != peer || l->tag != tag || l->dir != dir)) l = l->next;
  if (l != NULL) return l;
  l = md_alloc(sizeof *l);
  memset(l, 0, sizeof *l);
  l->comm = c;
  l->peer = peer;
  l->tag = tag;
  l->dir = dir;
  l->frame_tag = 2 * tag;
  l->direct_tag = 2 * tag + 1;
  l->far = !md_near(c->comm, peer);
  insert(c, l);
  c->lanes++;
  return l;
}

void md_lanes_each(struct md_comm *c, void (*f)(struct md_lane *l, void *arg), void *arg) {
  for (unsigned i = 0; i < c->table_size; i++)
    for (struct md_lane *l = c->table[i]; l != NULL; l = l->next) f(l, arg);
}

void md_lanes_free(struct md_comm *c) {
  for (unsigned i = 0; i < c->table_size; i++)
    for (struct md_lane *l = c->table[i], *next; l != NULL; l = next) {
      next = l->next;
      for (struct md_buffer *b; (b = l->aside) != NULL;) {
        l->aside = b->next;
        md_pool_give(b);
      }
      for (unsigned k = 0; k < l->knowns; k++) free((char *)(uintptr_t)l->known[k].where.file);
      free(l->known);
      free(l->inbox);
      md_history_drop(l);
      free(l);
    }
  free(c->table);
  c->table = NULL;
  c->table_size = c->lanes = 0;
}

struct md_known *md_lane_known(const struct md_lane *l, uint32_t number) {
  for (unsigned i = 0; i < l->knowns; i++)
    if (l->known[i].number == number) return &l->known[i];
  return NULL;
}

struct md_known *md_lane_learn(struct md_lane *l, uint32_t number, const char *file, size_t length, int line) {
  if (l->knowns == l->known_room) {
    unsigned room = l->known_room > 0 ? 2 * l->known_room : 4;
    struct md_known *k = md_alloc(room * sizeof *k);
    if (l->knowns > 0) memcpy(k, l->known, l->knowns * sizeof *k);
    free(l->known);
    l->known = k;
    l->known_room = room;
  }
  char *copy = md_alloc(length + 1);
  memcpy(copy, file, length);
  copy[length] = '\0';
  struct md_known *k = &l->known[l->knowns++];
  *k = (struct md_known){.number = number, .where = {copy, line}};
  return k;
}
