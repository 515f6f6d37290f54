/* Frames of messages that go in pieces: see outgoing.h. */
#include "outgoing.h"

#include <mpi.h>
#include <stdlib.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "pending.h"
#include "pool.h"
#include "rt.h"

/* Frames on the wire, side by side as MPI wants them. */
struct outgoing {
  MPI_Request *mpi;
  struct out {
    struct md_buffer *buffer;
    struct md_lane *lane;
    uint64_t q;
    size_t acknowledges; /* synchronous sends: bytes known to be taken when it completes */
  } *what;
  int *index;
  MPI_Status *status;
  int n, room;
};

/* One list for all lanes: MPI looks at all requests in one call. */
static struct outgoing out;

void md_outgoing_release(struct md_buffer *b) {
  if (--b->holders == 0) md_pool_give(b);
}

static void make_room(void) {
  if (out.n < out.room) return;
  int room = out.room > 0 ? 2 * out.room : 64;
  out.mpi = realloc(out.mpi, (size_t)room * sizeof *out.mpi);
  out.what = realloc(out.what, (size_t)room * sizeof *out.what);
  out.index = realloc(out.index, (size_t)room * sizeof *out.index);
  out.status = realloc(out.status, (size_t)room * sizeof *out.status);
  if (out.mpi == NULL || out.what == NULL || out.index == NULL || out.status == NULL) md_fail(MD_NOWHERE, "out of memory");
  out.room = room;
}

bool md_outgoing_any(void) { return out.n > 0; }

bool md_outgoing_progress(void) {
  if (out.n == 0) return false;
  int done = 0;
  int code = MPI_Testsome(out.n, out.mpi, &done, out.index, out.status);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "sending a piece", code);
  if (done <= 0) return false;
  for (int k = 0; k < done; k++) {
    struct out *o = &out.what[out.index[k]];
    o->lane->with->backlog -= o->acknowledges;
    o->lane->posted--;
    md_outgoing_release(o->buffer);
    o->buffer = NULL;
  }
  int n = 0;
  for (int i = 0; i < out.n; i++) {
    if (out.what[i].buffer == NULL) continue;
    out.mpi[n] = out.mpi[i];
    out.what[n++] = out.what[i];
  }
  out.n = n;
  return true;
}

static bool any_of(const struct md_comm *c) {
  for (int i = 0; i < out.n; i++)
    if (out.what[i].lane->comm == c) return true;
  return false;
}

/* What this process sends to itself needs nobody else. */
static bool needs_us(const struct out *o) {
  const struct md_lane *l = o->lane;
  return o->q < l->executed && l->peer != l->comm->rank && (o->acknowledges == 0 || !l->eager);
}

static bool undelivered(void) {
  for (int i = 0; i < out.n; i++)
    if (needs_us(&out.what[i])) return true;
  return false;
}

void md_outgoing_deliver(void) {
  if (md_likely(out.n == 0)) return;
  struct md_watch w = {0};
  md_outgoing_progress();
  while (undelivered()) md_keep_looking(&w);
}

void md_outgoing_drain(const struct md_comm *c) {
  struct md_watch w = {0};
  while (any_of(c)) md_keep_looking(&w);
}

void md_outgoing_close(void) {
  free(out.mpi);
  free(out.what);
  free(out.index);
  free(out.status);
  out = (struct outgoing){0};
}

/* A piece that is not gone at once was not eager: smaller ones may be. */
static void learn_eager(struct md_lane *l, bool gone) {
  enum { IN_A_ROW = 8, LEAST = 1024 };
  l->eager = gone;
  l->rendezvous = gone ? 0 : l->rendezvous + 1;
  if (l->rendezvous < IN_A_ROW || l->piece <= LEAST) return;
  l->rendezvous = 0;
  l->piece = (l->piece / 2 + 63) / 64 * 64;
}

/* A frame of lane l goes synchronously now and then, so that we learn what was
 * taken: every quarter of the backlog allowed, the end of a message if a quarter
 * is under way to its receiver on all lanes, any if it is half of it. A frame
 * with LAST never does: once it is gone all before it are. */
static bool acknowledged(const struct md_lane *l, const struct md_header *h) {
  size_t quarter = (size_t)md_rt.opt.backlog / 4, all = l->with->backlog;
  if (h->kind == MD_VOID) return true;
  bool end = h->offset + h->length == h->total;
  return !(h->flags & MD_LAST) && (l->unacknowledged >= quarter || all > 2 * quarter || (end && all > quarter));
}

bool md_outgoing_asks(const struct md_lane *l) {
  size_t quarter = (size_t)md_rt.opt.backlog / 4;
  return l->unacknowledged >= quarter || l->with->backlog > quarter;
}

void md_outgoing_send(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size) {
  const uint64_t q = ((const struct md_header *)b->data)->q;
  make_room();
  ((struct md_header *)b->data)->era = l->era;
  l->frames++;
  l->with->backlog += size;
  l->unacknowledged += size;
  bool sync = acknowledged(l, (const struct md_header *)b->data);
  MPI_Request r;
  int code = (sync ? MPI_Issend : MPI_Isend)(b->data, (int)size, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &r);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  int done = 0;
  if (!sync && out.n == 0) { /* one that is behind others says nothing */
    code = MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) md_fail_mpi(at, "sending a piece", code);
    learn_eager(l, done != 0);
  }
  size_t acknowledges = sync ? l->unacknowledged : 0;
  if (sync) l->unacknowledged = 0;
  if (done) {
    md_outgoing_release(b);
    return;
  }
  out.mpi[out.n] = r;
  out.what[out.n++] = (struct out){b, l, q, acknowledges};
  l->posted++;
}

void md_outgoing_ask(struct md_lane *l) {
  struct md_buffer *b = md_pool_take();
  struct md_header *h = (struct md_header *)b->data;
  *h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_VOID, .q = UINT64_MAX};
  b->holders = 1;
  md_outgoing_send(l, MD_NOWHERE, b, sizeof *h);
}

/* The receiver expects the messages whole on the direct tag. Nothing there says
 * that one comes in frames. */
static void turn_next(struct md_lane *l, struct md_where at) {
  const uint64_t q = l->direct++;
  make_room();
  struct md_buffer *b = md_pool_take();
  b->holders = 1;
  MPI_Request r;
  int code = MPI_Isend(b->data, 0, MPI_BYTE, l->peer, l->direct_tag, l->comm->comm, &r);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  out.mpi[out.n] = r;
  out.what[out.n++] = (struct out){b, l, q, 0};
  l->posted++;
}

void md_outgoing_turn(struct md_lane *l, struct md_where at, uint64_t q) {
  while (l->direct <= q) turn_next(l, at);
}
