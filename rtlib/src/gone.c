/* Whether a process that is waited for has finished.
 *
 * Where a communicator goes each sender closes its lanes (close.c), which tells those that still receive. But a send that was
 * forgotten, or has another tag, has no lane, and a receive that was forgotten says nothing to its sender. So who has waited
 * for a second asks the other side, once for each lane, on a tag for such words alone. They are read by whoever waits, and
 * answered as soon as the answer is final: its process closes the communicator, or is in MPI_Finalize. The answer is how
 * many messages of the lane were executed there. Whether more will come is thereby certain: nothing depends on time. */
#include "gone.h"

#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "evict.h"
#include "frame.h"
#include "lane.h"
#include "mdmp.h"
#include "memory.h"
#include "outbox.h"
#include "pool.h"
#include "rt.h"

static void send_word(struct md_comm *c, int peer, struct md_header h) {
  struct md_buffer *b = md_pool_take(sizeof h);
  h.magic = MD_MAGIC;
  h.version = MDMP_VERSION;
  h.flags = MD_LAST;
  memcpy(b->data, &h, sizeof h);
  md_outbox_post(c, peer, c->word_tag, b, sizeof h);
}

/* The third thing one asks: how many lanes were introduced? */
enum { LANES = MD_SEND + 1 };

static void ask(struct md_comm *c, struct md_peer *p, int number, uint32_t what) {
  p->questions++;
  c->unanswered++;
  send_word(c, p->rank, (struct md_header){.kind = MD_ASK, .total = (uint64_t)number, .place = what});
}

static struct md_comm *wire_of(const struct md_lane *l) { return l->comm->commons != NULL ? l->comm->commons : l->comm; }

void md_gone_ask(struct md_lane *l) {
  struct md_comm *c = wire_of(l);
  struct md_peer *p = md_peer_of(c, l->to);
  bool *asked = l->number >= 0 ? &l->asked : &p->asked;
  if (*asked) return;
  *asked = true;
  ask(c, p, l->number >= 0 ? l->number : 0, l->number >= 0 ? l->dir : LANES);
}

/* Of lanes on the commons all that are not over are looked through: nobody asks often. */
static struct md_lane *shared_lane(int peer, int number, enum md_direction dir) {
  for (struct md_comm *c = md_comm_first(); c != NULL; c = c->next) {
    if (c->commons == NULL) continue;
    for (const struct md_peer *p = c->peer; p != NULL; p = p->next)
      for (struct md_lane *l = p->to == peer ? p->stock[dir].first : NULL; l != NULL; l = l->next)
        if (l->number == number) return l;
  }
  return NULL;
}

static bool is_commons(const struct md_comm *c) { return c == md_comm_commons(); }

static struct md_lane *lane_of(const struct md_comm *c, int peer, int number, enum md_direction dir) {
  return is_commons(c) ? shared_lane(peer, number, dir) : md_lane_find(c, peer, number, dir);
}

/* Nothing is executed on c here any more. */
static bool final(const struct md_comm *c) { return c->closing || md_rt.closed; }

/* Messages executed on the lane that q asks for. One on the commons that is not there any more was closed by its sender, which
 * says more; and one whose messages were never received, never was. */
static uint64_t executed(const struct md_comm *c, const struct md_question *q) {
  const struct md_lane *l = lane_of(c, q->peer, q->tag, q->dir == MD_RECV ? MD_SEND : MD_RECV);
  if (l != NULL) return l->executed;
  return is_commons(c) && q->dir == MD_RECV ? UINT64_MAX : 0;
}

static void answer(struct md_comm *c, const struct md_question *q) {
  const struct md_peer *p = md_peer_of(c, q->peer);
  send_word(c, q->peer,
            (struct md_header){.kind = MD_GONE, .q = q->dir == LANES ? (uint64_t)p->introduced[MD_SEND] : executed(c, q),
                               .total = (uint64_t)q->tag, .place = (uint32_t)q->dir, .era = p->told});
}

static void keep(struct md_comm *c, const struct md_question *q) {
  c->question = md_grow(c->question, &c->question_room, c->questions + 1, sizeof *c->question);
  c->question[c->questions++] = *q;
}

static void heed(struct md_comm *c, int peer, const struct md_header *h) {
  c->unanswered--;
  if (h->place == LANES) {
    md_peer_of(c, peer)->in_all = (int)h->q;
    return;
  }
  struct md_lane *l = lane_of(c, peer, (int)h->total, (enum md_direction)h->place);
  if (l == NULL) return; /* nobody waits any longer */
  l->answered = true;
  l->last = h->q;
  l->last_era = h->era;
}

static void take(struct md_comm *c, int peer) {
  struct md_header h = {0};
  MPI_Status s;
  int size = 0;
  md_check(MPI_Recv(&h, (int)sizeof h, MPI_BYTE, peer, c->word_tag, c->comm, &s), "MPI_Recv", MD_NOWHERE);
  md_check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  const char *defect = md_frame_defect(&h, (size_t)size);
  if (defect == NULL && ((h.kind != MD_ASK && h.kind != MD_GONE) || h.place > LANES)) defect = "no question and no answer";
  if (defect != NULL) md_fail(MD_NOWHERE, "bad word from rank %d: %s", peer, defect);
  if (h.kind == MD_GONE) {
    heed(c, peer, &h);
    return;
  }
  c->heard++;
  keep(c, &(struct md_question){peer, (int)h.total, (int)h.place});
}

void md_gone_read(struct md_comm *c) {
  if (c->commons != NULL) c = c->commons;
  for (int here = 1; here;) {
    MPI_Status s;
    md_check(MPI_Iprobe(MPI_ANY_SOURCE, c->word_tag, c->comm, &here, &s), "MPI_Iprobe", MD_NOWHERE);
    if (here) take(c, s.MPI_SOURCE);
  }
  if (final(c))
    while (c->questions > 0) answer(c, &c->question[--c->questions]);
}

void md_gone_read_all(void) {
  for (struct md_comm *c = md_comm_first(); c != NULL; c = c->next)
    if (c->commons == NULL) md_gone_read(c);
}

/* Nobody introduces l any more. */
static bool never_introduced(const struct md_lane *l) {
  const struct md_peer *p = md_peer_of(l->comm->commons, l->to);
  return p->in_all >= 0 && p->introduced[MD_RECV] >= p->in_all;
}

bool md_gone_after(struct md_lane *l, uint64_t *n) {
  if (l->dir == MD_RECV && l->closed) {
    *n = l->sent;
    return true;
  }
  if (l->number < 0) {
    *n = l->executed;
    return never_introduced(l);
  }
  if (!l->answered) return false;
  *n = l->last;
  if (l->dir == MD_SEND) return true; /* the receiver counts on where the sender began anew: never too few */
  if (l->last_era != l->with->heard) md_evict_hear(l);
  *n += md_evict_messages(l);
  return l->last_era == l->with->heard;
}
