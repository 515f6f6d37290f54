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
#include "fold.h"
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
  md_outbox_post(c, peer, c->word_tag, b, sizeof h, NULL, MD_NOWHERE);
}

void md_gone_ask(struct md_lane *l) {
  if (l->asked) return;
  l->asked = true;
  l->with->questions++;
  l->comm->unanswered++;
  send_word(l->comm, l->peer, (struct md_header){.kind = MD_ASK, .total = (uint64_t)l->tag, .place = l->dir});
}

/* Nothing is executed on c here any more. */
static bool final(const struct md_comm *c) { return c->closing || md_rt.closed; }

static void answer(struct md_comm *c, const struct md_question *q) {
  const struct md_lane *l = md_lane_find(c, q->peer, q->tag, q->dir == MD_RECV ? MD_SEND : MD_RECV);
  send_word(c, q->peer,
            (struct md_header){.kind = MD_GONE, .q = l != NULL ? l->executed : 0, .total = (uint64_t)q->tag,
                               .place = (uint32_t)q->dir, .era = md_peer_of(c, q->peer)->told});
}

static void keep(struct md_comm *c, const struct md_question *q) {
  c->question = md_grow(c->question, &c->question_room, c->questions + 1, sizeof *c->question);
  c->question[c->questions++] = *q;
}

static void heed(struct md_comm *c, int peer, const struct md_header *h) {
  c->unanswered--;
  struct md_lane *l = md_lane_find(c, peer, (int)h->total, (enum md_direction)h->place);
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
  MPI_Get_count(&s, MPI_BYTE, &size);
  const char *defect = md_frame_defect(&h, (size_t)size);
  if (defect == NULL && ((h.kind != MD_ASK && h.kind != MD_GONE) || h.place > MD_SEND)) defect = "no question and no answer";
  if (defect != NULL) md_fail(MD_NOWHERE, "bad word from rank %d: %s", peer, defect);
  if (h.kind == MD_GONE) {
    heed(c, peer, &h);
    return;
  }
  c->heard++;
  keep(c, &(struct md_question){peer, (int)h.total, (int)h.place});
}

void md_gone_read(struct md_comm *c) {
  for (int here = 1; here;) {
    MPI_Status s;
    md_check(MPI_Iprobe(MPI_ANY_SOURCE, c->word_tag, c->comm, &here, &s), "MPI_Iprobe", MD_NOWHERE);
    if (here) take(c, s.MPI_SOURCE);
  }
  if (final(c))
    while (c->questions > 0) answer(c, &c->question[--c->questions]);
}

void md_gone_read_all(void) {
  for (struct md_comm *c = md_comm_first(); c != NULL; c = c->next) md_gone_read(c);
}

bool md_gone_after(struct md_lane *l, uint64_t *n) {
  if (l->dir == MD_RECV && l->closed) {
    *n = l->sent;
    return true;
  }
  if (!l->answered) return false;
  *n = l->last;
  if (l->dir == MD_SEND) return true; /* the receiver counts on where the sender began anew: never too few */
  if (l->last_era != l->with->heard) md_fold_hear(l);
  *n += md_fold_messages(l);
  return l->last_era == l->with->heard;
}
