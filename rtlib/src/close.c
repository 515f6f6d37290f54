/* Closing lanes.
 *
 * When a communicator goes (MPI_Comm_free, or MPI_Finalize for all that are
 * left) every lane is closed by its sender with a CLOSE frame that says how
 * many messages it carried. The receivers learn by a reduction how many CLOSE
 * frames will come, take in everything until they have them all, and then the
 * messages that nobody received. So nothing is left behind in MPI, and a
 * program whose sends and receives do not match is told so. */
#include "close.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "early.h"
#include "exchange.h"
#include "frame.h"
#include "lane.h"
#include "outbox.h"
#include "outgoing.h"
#include "pending.h"
#include "pool.h"
#include "rt.h"
#include "verify.h"

struct closing {
  struct md_comm *c;
  int *lanes_to; /* send lanes by peer */
  int sends;     /* in all */
  MPI_Request *request;
  struct md_header *frame;
  int expected; /* CLOSE frames still to come */
};

static void check(int code, const char *call) {
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, call, code);
}

static void count_lane(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir != MD_SEND) return;
  k->lanes_to[l->peer]++;
  k->sends++;
}

static void send_close(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir != MD_SEND) return;
  struct md_header *h = &k->frame[k->sends];
  *h = (struct md_header){
      .magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_CLOSE, .flags = MD_LAST, .q = l->executed, .total = l->direct > l->executed ? l->direct - l->executed : 0};
  check(MPI_Isend(h, (int)sizeof *h, MPI_BYTE, l->peer, l->frame_tag, k->c->comm, &k->request[k->sends++]), "MPI_Isend");
}

static void discount_closed(struct md_lane *l, void *arg) {
  struct closing *k = arg;
  if (l->dir == MD_RECV && l->closed) k->expected--;
}

/* Bytes that nobody asked for. */
static void drop_message(struct md_lane *l, const MPI_Status *s) {
  int size = 0;
  check(MPI_Get_count(s, MPI_BYTE, &size), "MPI_Get_count");
  char *data = md_alloc((size_t)size);
  check(MPI_Recv(data, size, MPI_BYTE, s->MPI_SOURCE, s->MPI_TAG, l->comm->comm, MPI_STATUS_IGNORE), "MPI_Recv");
  free(data);
  l->dropped++;
}

static void take_one(struct closing *k) {
  MPI_Status s;
  check(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, k->c->comm, &s), "MPI_Probe");
  struct md_lane *l = md_lane_of(k->c, s.MPI_SOURCE, s.MPI_TAG / 2, MD_RECV);
  bool was_closed = l->closed;
  if (s.MPI_TAG == l->direct_tag)
    drop_message(l, &s);
  else
    md_read_frames(l);
  if (l->closed && !was_closed) k->expected--;
}

static void say_unreceived(const struct md_lane *l, uint64_t n) {
  struct md_where at = l->knowns > 0 ? l->known[0].where : MD_NOWHERE;
  md_warn(at, "%llu of %llu messages from rank %d (tag %d) were never received; this was their first send",
          (unsigned long long)n, (unsigned long long)l->sent, l->peer, l->tag);
}

static void drop_unreceived(struct md_lane *l, void *arg) {
  (void)arg;
  if (l->dir != MD_RECV || !l->closed) return;
  uint64_t n = l->sent > l->executed ? l->sent - l->executed : 0;
  while (l->dropped < n + l->stray) {
    MPI_Status s;
    check(MPI_Probe(l->peer, l->direct_tag, l->comm->comm, &s), "MPI_Probe");
    drop_message(l, &s);
  }
  md_verify_drop(l, n);
  if (n > 0) say_unreceived(l, n);
}

void md_close_lanes(struct md_comm *c) {
  struct closing k = {.c = c, .lanes_to = md_alloc((size_t)c->size * sizeof(int))};
  memset(k.lanes_to, 0, (size_t)c->size * sizeof(int));
  c->closing = true;
  if (md_rt.overlap) {
    md_settle_all();
    md_early_void_all();
  }
  md_lanes_each(c, count_lane, &k);
  k.request = md_alloc((size_t)k.sends * sizeof *k.request);
  k.frame = md_alloc((size_t)k.sends * sizeof *k.frame);
  k.sends = 0;
  md_lanes_each(c, send_close, &k); /* before the reduction: who still waits for us learns that we are gone */
  check(MPI_Reduce_scatter_block(k.lanes_to, &k.expected, 1, MPI_INT, MPI_SUM, c->comm), "MPI_Reduce_scatter_block");
  md_lanes_each(c, discount_closed, &k);
  while (k.expected > 0) take_one(&k);
  md_lanes_each(c, drop_unreceived, &k);
  md_outbox_flush(c);
  md_outgoing_drain(c);
  md_verify_close(c);
  for (int i = 0; i < k.sends; i++) check(MPI_Wait(&k.request[i], MPI_STATUS_IGNORE), "MPI_Wait");
  free(k.frame);
  free(k.request);
  free(k.lanes_to);
}
