/* Lanes of communicators that nobody named.
 *
 * A twin of a communicator is made by all of its processes, and which of them execute directives on it is not known. So where none
 * was made its lanes run on the commons, a second twin of MPI_COMM_WORLD, under numbers that their senders give, and all else is as on
 * a twin. What a number is for is said by one message, on the program's own communicator, where both sides know what they mean:
 * the sender sends it at the first message of the lane, and the receiver receives it in the exchange that executes its
 * first receive. So it stands where the first message itself would stand in plain MPI. It has a tag of its own, counted from the
 * largest there is downwards. Nothing is collective, and a process that does not come by is not missed. */
#include "introduce.h"

#include <mpi.h>
#include <string.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "mdmp.h"
#include "outbox.h"
#include "pool.h"
#include "rt.h"

void md_introduce(struct md_lane *l, struct md_where at) {
  struct md_comm *c = l->comm;
  const uint64_t number = md_comm_number();
  if (number > (uint64_t)c->commons->tag_most)
    md_fail(at, "too many tags and neighbours on communicators that are not named: name them in \"!$mdmp init comm(...)\"");
  md_lane_number(l, (int)number);
  struct md_buffer *b = md_pool_take(sizeof(struct md_header));
  struct md_header h = {.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_LANE, .flags = MD_LAST, .q = (uint64_t)l->number,
                        .total = (uint64_t)l->tag};
  memcpy(b->data, &h, sizeof h);
  md_outbox_introduce(c->user, l->peer, md_comm_tag(c, l->tag), b, sizeof h);
  md_peer_of(c->commons, l->to)->introduced[MD_SEND]++;
}

static _Noreturn void unintroduced(const struct md_lane *l, struct md_where at) {
  md_fail(at,
          "a message of the program has tag %d, by which directives introduce themselves on a communicator that is not named: name it "
          "in \"!$mdmp init comm(...)\", on all its processes, or use another tag",
          md_comm_tag(l->comm, l->tag));
}

bool md_introduced(struct md_lane *l, struct md_where at) {
  if (l->number >= 0) return true;
  const struct md_comm *c = l->comm;
  int here = 0, size = 0;
  MPI_Message m;
  MPI_Status s;
  struct md_header h = {0};
  md_check(MPI_Improbe(l->peer, md_comm_tag(c, l->tag), c->user, &here, &m, &s), "MPI_Improbe", at);
  if (!here) return false;
  md_check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  if (size != (int)sizeof h) unintroduced(l, at);
  md_check(MPI_Mrecv(&h, size, MPI_BYTE, &m, &s), "MPI_Mrecv", at);
  if (md_frame_defect(&h, sizeof h) != NULL || h.kind != MD_LANE || h.total != (uint64_t)l->tag) unintroduced(l, at);
  md_lane_number(l, (int)h.q);
  md_peer_of(c->commons, l->to)->introduced[MD_RECV]++;
  return true;
}
