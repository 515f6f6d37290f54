/* Closing lanes.
 *
 * When a communicator goes (MPI_Comm_free, or MPI_Finalize for all that are
 * left) every lane is closed by its sender with a CLOSE frame that says how
 * many messages it carried. The receivers learn by a reduction how many CLOSE
 * frames, lists of evicted lanes and questions (gone.c) will come, take in everything until
 * they have them all, and then the messages that nobody received. So nothing is left behind in MPI, and a
 * program whose sends and receives do not match is told so. Until all are here those that still wait are answered. */
#include "close.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "early.h"
#include "exchange.h"
#include "evict.h"
#include "frame.h"
#include "gone.h"
#include "lane.h"
#include "leave.h"
#include "outbox.h"
#include "pending.h"
#include "memory.h"
#include "rt.h"
#include "verify.h"

/* What comes from a rank, or from all. */
struct coming {
  int closes;    /* CLOSE frames, one for each lane */
  int lists;     /* of evicted lanes */
  int questions; /* of gone.c */
};

enum { NUMBERS = 3 };
_Static_assert(sizeof(struct coming) == NUMBERS * sizeof(int), "so many numbers are reduced");

struct closing {
  struct md_comm *c;
  struct coming *to; /* by peer */
  int sends;         /* lanes in all */
  MPI_Request *request;
  struct md_header *frame;
  struct coming expected; /* still to come */
};

static void count_lane(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir != MD_SEND) return;
  k->to[l->peer].closes++;
  k->sends++;
}

struct md_header md_close_frame(const struct md_lane *l) {
  return (struct md_header){.magic = MD_MAGIC,
                            .version = MDMP_VERSION,
                            .kind = MD_CLOSE,
                            .flags = MD_LAST,
                            .q = l->executed,
                            .era = l->era,
                            .total = l->direct > l->executed ? l->direct - l->executed : 0};
}

static void send_close(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir != MD_SEND) return;
  struct md_header *h = &k->frame[k->sends];
  *h = md_close_frame(l);
  md_check(MPI_Isend(h, (int)sizeof *h, MPI_BYTE, l->to, l->frame_tag, k->c->comm, &k->request[k->sends++]),
           "MPI_Isend", MD_NOWHERE);
}

/* Other threads may exchange on other communicators meanwhile: what serves all of them, buffers and
 * frames, is touched under the lock. */
static void read_frames(struct md_lane *l) {
  md_lock();
  md_read_frames(l);
  md_unlock();
}

static void discount_closed(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir != MD_RECV) return;
  read_frames(l); /* what was waiting for the lists */
  if (l->closed) k->expected.closes--;
}

/* Bytes that nobody asked for. */
static void drop_message(struct md_lane *l, const MPI_Status *s) {
  int size = 0;
  md_check(MPI_Get_count(s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  char *data = md_alloc((size_t)size);
  md_check(MPI_Recv(data, size, MPI_BYTE, s->MPI_SOURCE, s->MPI_TAG, l->comm->comm, MPI_STATUS_IGNORE),
           "MPI_Recv", MD_NOWHERE);
  free(data);
  l->dropped++;
}

static void take_one(struct closing *k) {
  MPI_Status s;
  md_check(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, k->c->comm, &s), "MPI_Probe", MD_NOWHERE);
  md_lock();
  struct md_lane *l = md_lane_of(k->c, s.MPI_SOURCE, s.MPI_TAG / 2, MD_RECV);
  md_unlock();
  bool was_closed = l->closed;
  if (s.MPI_TAG == l->direct_tag)
    drop_message(l, &s);
  else
    read_frames(l);
  if (l->closed && !was_closed) k->expected.closes--;
}

/* Frames of times before the sender evicted the lane, if it did not use it again. */
static void read_left(struct md_lane *l, void *arg) {
  (void)arg;
  while (l->dir == MD_RECV && l->frames < md_evict_frames(l)) {
    MPI_Status s;
    md_check(MPI_Probe(l->to, l->frame_tag, l->comm->comm, &s), "MPI_Probe", MD_NOWHERE);
    read_frames(l);
  }
}

static void say_unreceived(const struct md_lane *l, uint64_t n) {
  struct md_where at = l->known != NULL ? l->known->where : MD_NOWHERE;
  char tag[48] = "on a communicator that is not named";
  if (l->comm != md_comm_commons()) snprintf(tag, sizeof tag, "tag %d", l->tag);
  md_warn(at, "%llu of %llu messages from rank %d (%s) were never received; this was their first send", (unsigned long long)n,
          (unsigned long long)l->sent, l->peer, tag);
}

void md_close_unreceived(struct md_lane *l, void *arg) {
  (void)arg;
  if (l->dir != MD_RECV || (!l->closed && l->ended == NULL)) return;
  if (!l->closed) l->sent = md_evict_messages(l);
  uint64_t n = l->sent > l->executed ? l->sent - l->executed : 0;
  while (l->dropped < n + l->stray) {
    MPI_Status s;
    md_check(MPI_Probe(l->to, l->direct_tag, l->comm->comm, &s), "MPI_Probe", MD_NOWHERE);
    drop_message(l, &s);
  }
  md_verify_drop(l, n);
  if (n > 0) say_unreceived(l, n);
}

/* Until all frames of c are gone. */
void md_close_flush(const struct md_comm *c) {
  for (;;) {
    md_lock();
    md_outbox_reap();
    bool any = md_outbox_of(c);
    md_unlock();
    if (!any) return;
    sched_yield();
  }
}

/* A turn of a wait in which others may wait for us: at the end of the program on any communicator. */
void md_close_attend(struct md_comm *c) {
  md_lock();
  if (md_rt.closed)
    md_gone_read_all();
  else
    md_gone_read(c);
  md_outbox_reap();
  md_unlock();
  sched_yield();
}

/* Says what was sent, and learns what comes from all. */
static void reduce(struct closing *k) {
  MPI_Request r;
  int done = 0;
  for (const struct md_peer *p = k->c->peer; p != NULL; p = p->next) {
    k->to[p->rank].closes += p->ends[MD_SEND];
    k->to[p->rank].lists = (int)p->told;
    k->to[p->rank].questions = p->questions;
  }
  md_check(MPI_Ireduce_scatter_block(k->to, &k->expected, NUMBERS, MPI_INT, MPI_SUM, k->c->comm, &r),
           "MPI_Ireduce_scatter_block", MD_NOWHERE);
  for (;;) {
    md_check(MPI_Test(&r, &done, MPI_STATUS_IGNORE), "MPI_Test", MD_NOWHERE);
    if (done) return;
    md_close_attend(k->c);
  }
}

void md_close_meet(struct md_comm *c) {
  MPI_Request r;
  md_check(MPI_Ibarrier(c->comm, &r), "MPI_Ibarrier", MD_NOWHERE);
  for (;;) {
    int here = 0;
    md_check(MPI_Test(&r, &here, MPI_STATUS_IGNORE), "MPI_Test", MD_NOWHERE);
    if (here) return;
    md_close_attend(c);
  }
}

/* Until all questions are answered, those of others and ours. */
static void answer(const struct closing *k) {
  while (k->c->heard < k->expected.questions || k->c->unanswered > 0) md_close_attend(k->c);
}

/* Nothing of c is pending or begun, from now on. */
static void rest(struct md_comm *c) {
  c->closing = true;
  if (md_rt.overlap) {
    MD_INSIDE;
    if (!md_pending_elsewhere()) md_settle_all(); /* on other communicators: rt.h */
    md_early_void_all(c);
  }
}

void md_close_lanes(struct md_comm *c) {
  struct closing k = {.c = c};
  rest(c);
  if (c->commons != NULL) {
    md_leave(c);
    return;
  }
  if (c == md_comm_commons()) md_leave_read();
  k.to = md_zeroed((size_t)c->size * sizeof *k.to);
  md_lanes_each(c, count_lane, &k);
  k.request = md_alloc((size_t)k.sends * sizeof *k.request);
  k.frame = md_alloc((size_t)k.sends * sizeof *k.frame);
  k.sends = 0;
  md_lanes_each(c, send_close, &k); /* before the reduction: who still waits for us learns that we are gone */
  reduce(&k);
  answer(&k);
  for (const struct md_peer *p = c->peer; p != NULL; p = p->next) {
    k.expected.lists -= (int)p->heard;
    k.expected.closes -= p->ends[MD_RECV];
  }
  for (; k.expected.lists > 0; k.expected.lists--) md_evict_read(c);
  md_lanes_each(c, discount_closed, &k);
  while (k.expected.closes > 0) take_one(&k);
  md_lanes_each(c, read_left, &k);
  md_lanes_each(c, md_close_unreceived, &k);
  if (c == md_comm_commons()) md_leave_all();
  md_close_flush(c);
  md_drain(c);
  md_verify_close(c);
  for (int i = 0; i < k.sends; i++) md_check(MPI_Wait(&k.request[i], MPI_STATUS_IGNORE), "MPI_Wait", MD_NOWHERE);
  free(k.frame);
  free(k.request);
  free(k.to);
}
