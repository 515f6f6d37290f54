/* Before a message goes to MPI: see sending.h. */
#include "sending.h"

#include "bytes.h"
#include "comm.h"
#include "lane.h"
#include "looks.h"
#include "peer.h"
#include "standin.h"

/* Counts a message, and ends what was granted for it. Returns the request that waits for it, 0: none, or it is not `known` well
 * enough for a stand-in. */
static uint64_t count(struct pf_comm *c, const struct pf_send *s, bool known, struct pf_lane **lane) {
  uint64_t ask = 0;
  pf_lock();
  c->sent[pf_class(s->dest, s->tag)]++;
  struct pf_lane *l = known || pf.active != NULL ? pf_lane(c, s->dest, s->tag) : NULL;
  if (l != NULL && l->ask != 0) {
    if (known) ask = l->spent = l->ask;
    pf_lane_retire(l);
  }
  pf_unlock();
  *lane = l;
  return ask;
}

/* Remembers a message, for the guess where the next one will lie. Until MPI has this one nothing can be granted, so the answering
 * thread is not at the looks; the lock at the end hands them over. plain: the request that was granted came to nothing, 0: none did. */
static void learn(struct pf_comm *c, const struct pf_send *s, const void *message, size_t bytes, struct pf_lane *l, uint64_t plain) {
  pf_lock();
  if (plain != 0 && l->spent == plain) l->spent = 0;
  if (l == NULL) l = pf_lane_make(c, s->dest, s->tag);
  if (l != NULL) pf_lane_learn(l, message, bytes);
  bool wanted = l != NULL && l->wanted > 0 && l->blocks == pf_blocks(bytes);
  pf_unlock();
  if (!wanted) return;
  bool looked = pf_look_sent(l->looks[l->last], message, bytes);
  pf_lock();
  l->looked[l->last] = looked;
  pf_unlock();
}

void pf_sending(struct pf_send *s, enum pf_way way) {
  struct pf_comm *c = pf_comm(s->comm);
  if (c == NULL || s->dest < 0 || s->dest >= c->size) return;
  size_t bytes = pf_peer_far(c->world[s->dest]) ? pf_bytes(s->count, s->type) : 0;
  const void *message = s->buf;
  struct pf_lane *l;
  uint64_t ask = count(c, s, bytes > 0 && way != PF_WHOLE, &l), plain = ask;
  if (bytes == 0 || way == PF_WHOLE) return;
  if (ask != 0 && l->from == message && l->bytes == bytes && bytes <= l->capacity) {
    size_t n = pf_standin_write(l, ask, message, bytes);
    if (n > 0) {
      s->buf = l->standin;
      s->count = (MPI_Count)(n / (bytes / (size_t)s->count));
      l->lent = l->lent || way == PF_LENT;
      plain = 0;
    }
  }
  learn(c, s, message, bytes, l, plain);
}

void pf_sending_once(const struct pf_send *s) {
  struct pf_comm *c = pf_comm(s->comm);
  if (c == NULL || s->dest < 0 || s->dest >= c->size) return;
  pf_lock();
  c->sent[pf_class(s->dest, s->tag)]--;
  pf_unlock();
}

void pf_learn(const struct pf_send *s) {
  struct pf_comm *c = pf_comm(s->comm);
  size_t bytes = c != NULL ? pf_bytes(s->count, s->type) : 0;
  if (bytes == 0) return;
  pf_lock();
  struct pf_lane *l = pf_lane(c, s->dest, s->tag);
  if (l == NULL) l = pf_lane_make(c, s->dest, s->tag);
  bool still = l != NULL && l->ask == 0 && !pf.turning; /* else the answering thread may be at work on it */
  bool looked = false;
  if (still) {
    pf_lane_learn(l, s->buf, bytes);
    pf_lane_want(l);
    l->wrong = l->skip = 0;
    looked = pf_lane_room(l) && pf_look_sent(l->looks[l->last], s->buf, bytes);
    l->looked[l->last] = looked;
  }
  pf_unlock();
}
