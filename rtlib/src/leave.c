/* The end of communicators that nobody named.
 *
 * MPI_Comm_free may return before others call it, and here nothing is collective that the program did not ask for. So each sender says
 * that its lanes are closed, as on a twin, and what others still send is read when it has come: when another such communicator goes, or in
 * MPI_Finalize. Until then the lanes stay. How many of these words there are in all is reduced with the commons (close.c): those for
 * lanes that were never met are read there. */
#include "leave.h"

#include <string.h>

#include "close.h"
#include "comm.h"
#include "exchange.h"
#include "frame.h"
#include "lane.h"
#include "outbox.h"
#include "outgoing.h"
#include "pending.h"
#include "pool.h"
#include "above.h"
#include "rt.h"
#include "verify.h"

static void close_lane(struct md_lane *l, void *arg) {
  (void)arg;
  md_above.lane_goes(l);
  if (l->dir != MD_SEND || l->number < 0) return;
  struct md_buffer *b = md_pool_take(sizeof(struct md_header));
  const struct md_header h = md_close_frame(l);
  memcpy(b->data, &h, sizeof h);
  md_outbox_send(l, b, sizeof h, MD_NOWHERE);
  md_peer_of(l->comm->commons, l->to)->ends[MD_SEND]++;
}

static void look(struct md_lane *l, void *arg) {
  bool *closed = arg;
  if (l->dir != MD_RECV || l->number < 0) return;
  md_read_frames(l);
  *closed = *closed && l->closed;
}

static void count_end(struct md_lane *l, void *arg) {
  (void)arg;
  if (l->dir == MD_RECV && l->number >= 0) md_peer_of(l->comm->commons, l->to)->ends[MD_RECV]++;
}

/* Takes in what has come on c; says whether that is all. */
static bool read_out(struct md_comm *c) {
  bool closed = true;
  if (c->over) return true;
  md_lock();
  md_lanes_each(c, look, &closed);
  if (closed) md_lanes_each(c, count_end, NULL);
  md_unlock();
  if (!closed) return false;
  md_lanes_each(c, md_close_unreceived, NULL);
  md_verify_close(c);
  return c->over = true;
}

static bool freed(const struct md_comm *c) { return c->commons != NULL && c->user == MPI_COMM_NULL; }

static bool is_left(const struct md_comm *c) { return freed(c) && c->closing; }

/* Buries those that are read, as far as nothing is on its way from them. Says whether all are read. */
static bool bury(void) {
  bool all = true;
  for (struct md_comm *c = md_comm_first(), *next; c != NULL; c = next) {
    next = c->next;
    if (!is_left(c)) continue;
    if (!read_out(c)) {
      all = false;
      continue;
    }
    md_lock();
    if (!md_outbox_of(c) && !md_outgoing_of(c)) md_comm_bury(c);
    md_unlock();
  }
  return all;
}

void md_leave(struct md_comm *c) {
  md_lock();
  md_lanes_each(c, close_lane, NULL);
  md_outbox_reap();
  md_unlock();
  bury();
}

/* Those that were freed while a frame was looked at. */
static struct md_comm *late(void) {
  struct md_comm *c = md_comm_first();
  while (c != NULL && (!freed(c) || c->closing)) c = c->next;
  return c;
}

void md_leave_read(void) {
  for (struct md_comm *c; (c = late()) != NULL;) md_close_lanes(c);
  while (!bury()) md_close_attend(md_comm_commons());
}

void md_leave_all(void) {
  for (struct md_comm *c = md_comm_first(), *next; c != NULL; c = next) {
    next = c->next;
    if (!is_left(c)) continue;
    md_close_flush(c);
    md_drain(c);
    md_lock();
    md_comm_bury(c);
    md_unlock();
  }
}
