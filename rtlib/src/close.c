/* Closing lanes.
 *
 * When a communicator goes (MPI_Comm_free, or MPI_Finalize for all that are
 * left) every lane is closed by its sender with a CLOSE frame that says how
 * many messages it carried. The receivers learn by a reduction how many CLOSE
 * frames will come, and take in everything until they have them all: so no
 * message is left behind in MPI, and a program in which sends and receives do
 * not match is told so. */
#include "close.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "pool.h"
#include "rt.h"

struct closing {
  struct md_comm *c;
  int *lanes_to; /* send lanes by peer */
  MPI_Request *request;
  struct md_header *frame;
  int sends;
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
  *h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_CLOSE, .flags = MD_LAST, .q = l->executed};
  check(MPI_Isend(h, (int)sizeof *h, MPI_BYTE, l->peer, l->frame_tag, k->c->comm, &k->request[k->sends++]), "MPI_Isend");
}

/* The sender sent more than was received, or less. */
static void compare(const struct closing *k, int peer, int tag, uint64_t sent) {
  const struct md_lane *l = md_lane_of(k->c, peer, tag, MD_RECV);
  if (l->executed != sent)
    md_warn(MD_NOWHERE, "rank %d sent %llu messages to this rank (tag %d), but %llu were received", peer,
            (unsigned long long)sent, tag, (unsigned long long)l->executed);
}

/* Receives whatever comes next: a CLOSE, or what nobody asked for. */
static void take_one(struct closing *k) {
  MPI_Status s;
  int size;
  check(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, k->c->comm, &s), "MPI_Probe");
  check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count");
  char *data = md_alloc((size_t)size);
  check(MPI_Recv(data, size, MPI_BYTE, s.MPI_SOURCE, s.MPI_TAG, k->c->comm, MPI_STATUS_IGNORE), "MPI_Recv");
  if (s.MPI_TAG % 2 == 0 && md_frame_defect(data, (size_t)size) == NULL) {
    struct md_header h;
    memcpy(&h, data, sizeof h);
    if (h.kind == MD_CLOSE) {
      k->expected--;
      compare(k, s.MPI_SOURCE, s.MPI_TAG / 2, h.q);
    }
  }
  free(data);
}

void md_close_lanes(struct md_comm *c) {
  struct closing k = {.c = c, .lanes_to = md_alloc((size_t)c->size * sizeof(int))};
  memset(k.lanes_to, 0, (size_t)c->size * sizeof(int));
  md_lanes_each(c, count_lane, &k);
  check(MPI_Reduce_scatter_block(k.lanes_to, &k.expected, 1, MPI_INT, MPI_SUM, c->comm), "MPI_Reduce_scatter_block");
  k.request = md_alloc((size_t)k.sends * sizeof *k.request);
  k.frame = md_alloc((size_t)k.sends * sizeof *k.frame);
  k.sends = 0;
  md_lanes_each(c, send_close, &k);
  while (k.expected > 0) take_one(&k);
  for (int i = 0; i < k.sends; i++) check(MPI_Wait(&k.request[i], MPI_STATUS_IGNORE), "MPI_Wait");
  free(k.frame);
  free(k.request);
  free(k.lanes_to);
}
