/* Eviction lanes.
 *
 * A lane is a counter on either side and costs memory. A program that takes a
 * new tag in every step would make new ones for ever; so where there are many
 * with one peer, those that rest are evicted: the sender forgets them, counts
 * from 0 again should their tag come back, and says so in a list, tag by tag:
 * how many messages and frames there were. Lists have a tag of their own. So
 * that nobody has to wait for them, each frame tells how many lists had been
 * sent to its receiver when the sender made the lane (its era).
 *
 * The receiver goes on counting. A frame whose era it has not heard of rests
 * until the lists have come; all others it can number: the sum of what the
 * lists up to that era say of the lane, plus the number in the frame. It
 * forgets the lane when it has executed as many receives and read as many
 * frames as the lists say: then both sides stand at nothing.
 *
 * Whole messages carry no number, and never notice any of this. A lane goes at
 * the third or fourth look: it was used, its frames must be known to be taken.
 * So looks come after so many new lanes, not when their number has doubled:
 * nothing would bound them. */
#include "evict.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "above.h"
#include "comm.h"
#include "frame.h"
#include "inbox.h"
#include "mdmp.h"
#include "memory.h"
#include "outbox.h"
#include "outgoing.h"
#include "pool.h"
#include "rt.h"

/* Small enough to be sent eagerly everywhere. */
enum { MOST_LISTED = 64 };

/* What a list says of a lane. */
struct evicted {
  int64_t tag;
  uint64_t messages, frames;
};

/* What was heard of a lane: the newest list first. */
struct md_ended {
  struct md_ended *next;
  uint32_t list;
  uint64_t messages, frames; /* up to this list, all in all */
};

/* Numbers go round. */
static bool later(uint32_t a, uint32_t b) { return (int32_t)(a - b) > 0; }

/* Second copies and logs tell messages by their numbers. */
static bool keeps_all(const struct md_comm *c) {
  return c->commons != NULL || c->closing || c->evicting || md_rt.verify > 0 || md_rt.opt.hash != NULL;
}

/* ---- sending ---- */

struct list {
  struct md_comm *c;
  struct md_peer *p;
  struct evicted lane[MOST_LISTED];
  unsigned n;
};

static void send_list(struct list *k) {
  if (k->n == 0) return;
  struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
  struct md_header *h = (struct md_header *)b->data;
  size_t bytes = k->n * sizeof *k->lane;
  *h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_EVICTED, .flags = MD_LAST,
                          .q = k->p->told++, .total = bytes, .length = bytes};
  memcpy(h + 1, k->lane, bytes);
  md_outbox_post(k->c, k->p->rank, k->c->list_tag, b, sizeof *h + bytes);
  k->n = 0;
}

static void tell(struct list *k, const struct md_lane *l) {
  if (k->n == MOST_LISTED) send_list(k);
  k->lane[k->n++] = (struct evicted){l->tag, l->executed, l->frames};
}

static bool rests(const struct md_lane *l) {
  if (l->ops > 0 || l->posted > 0) return false;
  if (l->dir == MD_SEND) return l->begun == NULL && l->direct == l->executed;
  return l->aside == NULL && (l->inbox == NULL || l->inbox->n == 0);
}

/* It was not used since the last look, and is not needed. */
static bool may_go(struct md_lane *l) {
  bool used = l->used;
  l->used = false;
  if (used || !rests(l)) return false;
  if (l->unacknowledged == 0) return true;
  md_outgoing_ask(l); /* its frames count until they are known to be taken: next time */
  return false;
}

/* Whether lanes went. */
static bool evict_sends(struct md_comm *c, struct md_peer *p) {
  struct list k = {.c = c, .p = p};
  bool gone = false;
  md_outbox_reap();
  for (struct md_lane **at = &p->stock[MD_SEND].first, *l; (l = *at) != NULL;) {
    if (!may_go(l)) {
      at = &l->next;
      continue;
    }
    tell(&k, l);
    *at = l->next;
    p->stock[MD_SEND].n--;
    md_lane_free(l);
    gone = true;
  }
  send_list(&k);
  return gone;
}

/* ---- receiving ---- */

uint64_t md_evict_messages(const struct md_lane *l) { return l->ended != NULL ? l->ended->messages : 0; }
uint64_t md_evict_frames(const struct md_lane *l) { return l->ended != NULL ? l->ended->frames : 0; }

void md_evict_forget(struct md_lane *l) {
  for (struct md_ended *e; (e = l->ended) != NULL;) {
    l->ended = e->next;
    free(e);
  }
}

/* When all frames of the lists' times are read, nobody asks for the older lists. */
static void shorten(struct md_lane *l) {
  if (l->ended == NULL || l->aside != NULL || l->frames < l->ended->frames) return;
  for (struct md_ended *e; (e = l->ended->next) != NULL;) {
    l->ended->next = e->next;
    free(e);
  }
}

static void end(struct md_lane *l, uint32_t list, const struct evicted *f) {
  struct md_ended *e = md_alloc(sizeof *e);
  shorten(l);
  *e = (struct md_ended){l->ended, list, md_evict_messages(l) + f->messages, md_evict_frames(l) + f->frames};
  l->ended = e;
}

static _Noreturn void bad_list(const struct md_peer *p, const char *why) {
  md_fail(MD_NOWHERE, "bad list of lanes from rank %d: %s", p->rank, why);
}

/* Takes in the list that s says has come. */
static void take(struct md_comm *c, const MPI_Status *s) {
  struct md_peer *p = md_peer_of(c, s->MPI_SOURCE);
  struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
  int size = 0;
  MPI_Status got;
  md_check(MPI_Recv(b->data, MD_FRAME_MAX, MPI_BYTE, p->rank, c->list_tag, c->comm, &got), "MPI_Recv", MD_NOWHERE);
  md_check(MPI_Get_count(&got, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  const struct md_header *h = (const struct md_header *)b->data;
  const char *defect = md_frame_defect(h, (size_t)size);
  if (defect != NULL) bad_list(p, defect);
  if (h->kind != MD_EVICTED || (uint32_t)h->q != p->heard || h->length % sizeof(struct evicted) != 0)
    bad_list(p, "not the one expected");
  p->heard++;
  c->evicting = true; /* lanes are made, and none are evicted */
  for (size_t i = 0; i < h->length / sizeof(struct evicted); i++) {
    struct evicted f;
    memcpy(&f, b->data + sizeof *h + i * sizeof f, sizeof f);
    if (f.tag < 0 || f.tag > c->tag_most) bad_list(p, "a tag that cannot be");
    end(md_lane_of(c, p->rank, (int)f.tag, MD_RECV), p->heard, &f);
  }
  c->evicting = false;
  md_pool_give(b);
}

/* Takes in what has come from p. */
static void take_all(struct md_comm *c, const struct md_peer *p) {
  for (int here = 1; here;) {
    MPI_Status s;
    md_check(MPI_Iprobe(p->rank, c->list_tag, c->comm, &here, &s), "MPI_Iprobe", MD_NOWHERE);
    if (here) take(c, &s);
  }
}

void md_evict_read(struct md_comm *c) {
  MPI_Status s;
  md_check(MPI_Probe(MPI_ANY_SOURCE, c->list_tag, c->comm, &s), "MPI_Probe", MD_NOWHERE);
  md_lock();
  take(c, &s);
  md_unlock();
}

bool md_evict_heard(const struct md_lane *l, const struct md_header *h) { return !later(h->era, l->with->heard); }

void md_evict_hear(struct md_lane *l) { take_all(l->comm, l->with); }

uint64_t md_evict_number(const struct md_lane *l, const struct md_header *h) {
  const struct md_ended *e = l->ended;
  while (e != NULL && later(e->list, h->era)) e = e->next;
  return h->q + (e != NULL ? e->messages : 0);
}

/* Both sides stand at nothing. */
static bool over(const struct md_lane *l) {
  return l->ended != NULL && !l->closed && rests(l) && l->executed == l->ended->messages && l->frames == l->ended->frames;
}

/* The same; others may have been made: lists name lanes that are not met yet. */
static bool evict_receives(struct md_comm *c, struct md_peer *p) {
  bool gone = false;
  take_all(c, p);
  for (struct md_lane *l = p->stock[MD_RECV].first; l != NULL; l = l->next)
    if (rests(l)) md_above.read_frames(l); /* which may hear of lanes, and make them: not in the loop below */
  for (struct md_lane **at = &p->stock[MD_RECV].first, *l; (l = *at) != NULL;) {
    shorten(l);
    if (!over(l)) {
      at = &l->next;
      continue;
    }
    *at = l->next;
    p->stock[MD_RECV].n--;
    md_lane_free(l);
    gone = true;
  }
  return gone;
}

/* ---- */

void md_evict_some(struct md_comm *c, struct md_peer *p, enum md_direction dir) {
  struct md_stock *s = &p->stock[dir];
  if (md_likely(s->n < s->most) || keeps_all(c)) return;
  bool gone = dir == MD_SEND ? evict_sends(c, p) : evict_receives(c, p);
  if (gone) md_comm_next_epoch(); /* slots may name them */
  s->most = s->n + (s->n / 8 > MD_EVICT_LEAST ? s->n / 8 : MD_EVICT_LEAST);
}
