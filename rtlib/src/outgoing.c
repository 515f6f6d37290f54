/* Frames of messages that go in pieces: see outgoing.h. */
#include "outgoing.h"

#include <mpi.h>
#include <stdlib.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "pool.h"
#include "rt.h"

struct md_out {
  struct md_buffer *buffer; /* NULL: the program's memory, lent */
  struct md_lane *lane;
  uint64_t q;
  size_t acknowledges; /* synchronous sends: bytes known to be taken when it completes */
  const char *thread;  /* that sent it */
  bool gone;
};

static struct md_outgoing *const out = &md_rt.transport.outgoing;

void md_outgoing_release(struct md_buffer *b) {
  md_assert(b->holders > 0);
  if (--b->holders == 0) md_pool_give(b);
}

/* The receiver has taken so many bytes more of l: what went first comes first. */
static void taken(struct md_lane *l, size_t bytes) {
  l->with->backlog -= bytes;
  l->backlog -= bytes;
  l->withdrawn -= bytes < l->withdrawn ? bytes : l->withdrawn;
}

void md_outgoing_withdraw(struct md_lane *l, size_t takes) {
  l->withdrawn = l->withdrawn + takes < l->backlog ? l->withdrawn + takes : l->backlog;
}

/* A request was posted for o. */
static void add(MPI_Request r, struct md_out o) {
  out->what = md_requests_room(&out->req, out->what, sizeof *out->what);
  out->req.mpi[out->req.n] = r;
  out->what[out->req.n++] = o;
  out->lent += o.buffer == NULL;
  o.lane->posted++;
  md_tell();
}

bool md_outgoing_progress(void) {
  struct md_requests *const r = &out->req;
  if (r->n == 0) return false;
  int done = 0;
  md_check(MPI_Testsome(r->n, r->mpi, &done, r->index, r->status), "sending a piece", MD_NOWHERE);
  if (done <= 0) return false;
  for (int k = 0; k < done; k++) {
    struct md_out *o = &out->what[r->index[k]];
    taken(o->lane, o->acknowledges);
    o->lane->posted--;
    if (o->buffer != NULL) md_outgoing_release(o->buffer);
    else out->lent--;
    o->gone = true;
  }
  int n = 0;
  for (int i = 0; i < r->n; i++) {
    if (out->what[i].gone) continue;
    r->mpi[n] = r->mpi[i];
    out->what[n++] = out->what[i];
  }
  r->n = n;
  return true;
}

bool md_outgoing_of(const struct md_comm *c) {
  for (int i = 0; i < out->req.n; i++)
    if (out->what[i].lane->comm == c) return true;
  return false;
}

/* What this process sends to itself needs nobody else; nobody waits for a question, nor for what another thread sends
 * at the same time. */
static bool needs_us(const struct md_out *o) {
  const struct md_lane *l = o->lane;
  if (md_rt.gated && o->thread != &md_thread) return false;
  return o->q < l->executed && l->peer != l->comm->rank && o->acknowledges == 0;
}

bool md_outgoing_needs_us(void) {
  for (int i = 0; i < out->req.n; i++)
    if (needs_us(&out->what[i])) return true;
  return false;
}

void md_outgoing_each(void (*f)(void *arg, struct md_lane *l, uint64_t q), void *arg) {
  for (int i = 0; i < out->req.n; i++)
    if (needs_us(&out->what[i])) f(arg, out->what[i].lane, out->what[i].q);
}

void md_outgoing_close(void) {
  md_requests_free(&out->req);
  free(out->what);
  *out = (struct md_outgoing){0};
}

/* A frame of size bytes that is not gone at once was not eager: smaller pieces may be. That one is gone which is shorter says nothing. */
static void learn_eager(struct md_lane *l, size_t size, bool gone) {
  enum { IN_A_ROW = 8, LEAST = 1024 };
  if (gone && size < l->piece) return;
  l->rendezvous = gone ? 0 : l->rendezvous + 1;
  if (l->rendezvous < IN_A_ROW || l->piece <= LEAST) return;
  l->rendezvous = 0;
  l->piece = (l->piece / 2 + 63) / 64 * 64;
}

/* When to ask: every quarter of the backlog allowed, at the end of a message if a
 * quarter is under way to its receiver on all lanes, behind any frame if it is half.
 * Never behind LAST: the receiver may look there only at the next message. */
static bool shall_ask(const struct md_lane *l, const struct md_header *h) {
  size_t quarter = (size_t)md_rt.opt.backlog / 4, all = l->with->backlog;
  bool end = h->offset + h->length == h->total;
  return !(h->flags & MD_LAST) && (l->unacknowledged >= quarter || all > 2 * quarter || (end && all > quarter));
}

bool md_outgoing_asks(const struct md_lane *l) {
  size_t quarter = (size_t)md_rt.opt.backlog / 4;
  return l->unacknowledged >= quarter || l->with->backlog > quarter;
}

/* A frame of size bytes is on its way to the receiver of l. */
static void count(struct md_lane *l, size_t size) {
  size_t takes = md_frame_counts(size);
  l->frames++;
  l->with->backlog += takes;
  l->backlog += takes;
  l->unacknowledged += takes;
}

/* Sends b; synchronously if it asks what was taken. */
static void send(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size, bool asks) {
  const uint64_t q = ((const struct md_header *)b->data)->q;
  ((struct md_header *)b->data)->era = l->era;
  count(l, size);
  MPI_Request r;
  int code = (asks ? MPI_Issend : MPI_Isend)(b->data, (int)size, MPI_BYTE, l->to, l->frame_tag, l->comm->comm, &r);
  if (code != MPI_SUCCESS) md_fail_mpi(at, asks ? "MPI_Issend" : "MPI_Isend", code);
  int done = 0;
  const bool bare = (((const struct md_header *)b->data)->flags & MD_BARE) != 0; /* the next ones are the pieces */
  if (!asks && !bare && out->req.n == 0) { /* one that is behind others says nothing */
    md_check(MPI_Test(&r, &done, MPI_STATUS_IGNORE), "sending a piece", at);
    learn_eager(l, size, done != 0);
  }
  size_t acknowledges = asks ? l->unacknowledged : 0;
  if (asks) l->unacknowledged = 0;
  if (done) {
    md_outgoing_release(b);
    return;
  }
  add(r, (struct md_out){b, l, q, acknowledges, &md_thread, false});
}

void md_outgoing_send(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size) {
  const struct md_header h = *(const struct md_header *)b->data; /* b may be gone when it is sent */
  send(l, at, b, size, false);
  if (shall_ask(l, &h)) md_outgoing_ask(l);
}

/* ---- runs of bare pieces ---- */

/* What a process sends to itself it takes only when it receives. Threads at once: one may leave the run time between a
 * piece and its exchange. MDMP_VERIFY=2 looks for receives that are used too early: no exchange waits longer than it has to
 * then. */
bool md_outgoing_lends(struct md_lane *l) {
  if (l->peer == l->comm->rank || md_rt.gated || md_rt.verify > 1) return false;
  if (l->copies == 0) return true;
  l->copies--;
  return false;
}

void md_outgoing_run(struct md_lane *l, struct md_where at, struct md_buffer *b) {
  send(l, at, b, sizeof(struct md_header), false);
}

void md_outgoing_bare(struct md_lane *l, struct md_where at, uint64_t q, const char *data, size_t size) {
  MPI_Request r;
  int done = 0;
  count(l, sizeof(struct md_header) + size); /* as long as it may lie aside */
  md_check(MPI_Isend(data, (int)size, MPI_BYTE, l->to, l->frame_tag, l->comm->comm, &r), "MPI_Isend", at);
  md_check(MPI_Test(&r, &done, MPI_STATUS_IGNORE), "sending a piece", at);
  if (out->req.n == 0) learn_eager(l, size, done != 0);
  if (!done) add(r, (struct md_out){NULL, l, q, 0, &md_thread, false});
}

void md_outgoing_run_over(struct md_lane *l, const struct md_header *h) {
  enum { LEAST = 10, MOST = 20 }; /* an exchange that waits for its receiver costs as much as a thousand copies */
  if (!md_outgoing_lent(l, h->q)) {
    if (l->clung > 0) l->clung--;
  } else {
    l->clung = l->clung < LEAST ? LEAST : l->clung + (l->clung < MOST);
    l->copies = 1u << l->clung;
  }
  if (shall_ask(l, h)) md_outgoing_ask(l);
}

bool md_outgoing_lent(const struct md_lane *l, uint64_t q) {
  if (md_likely(out->lent == 0)) return false;
  for (int i = 0; i < out->req.n; i++)
    if (out->what[i].buffer == NULL && out->what[i].lane == l && out->what[i].q == q) return true;
  return false;
}

void md_outgoing_header(struct md_lane *l, struct md_where at, struct md_buffer *b, size_t size) {
  struct md_header *h = (struct md_header *)b->data;
  h->era = l->era;
  l->frames++;
  b->holders = 1;
  MPI_Request r;
  md_check(MPI_Isend(b->data, (int)size, MPI_BYTE, l->to, l->frame_tag, l->comm->comm, &r), "MPI_Isend", at);
  add(r, (struct md_out){b, l, h->q, 0, &md_thread, false});
}

void md_outgoing_ask(struct md_lane *l) {
  struct md_buffer *b = md_pool_take(sizeof(struct md_header));
  struct md_header *h = (struct md_header *)b->data;
  *h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_VOID, .q = UINT64_MAX};
  b->holders = 1;
  send(l, MD_NOWHERE, b, sizeof *h, true);
}

void md_outgoing_nothing(struct md_lane *l, struct md_where at, uint64_t q) {
  struct md_buffer *b = md_pool_take(0);
  b->holders = 1;
  MPI_Request r;
  md_check(MPI_Isend(b->data, 0, MPI_BYTE, l->to, l->direct_tag, l->comm->comm, &r), "MPI_Isend", at);
  add(r, (struct md_out){b, l, q, 0, &md_thread, false});
}

/* The receiver expects the messages whole on the direct tag. Nothing there says
 * that one comes in frames. */
void md_outgoing_turn(struct md_lane *l, struct md_where at, uint64_t q) {
  while (l->direct <= q) md_outgoing_nothing(l, at, l->direct++);
}

#ifdef MDMP_ASSERT

bool md_outgoing_valid(void) {
  int lent = 0;
  for (int i = 0; i < out->req.n; i++) {
    const struct md_out *o = &out->what[i];
    if ((o->buffer != NULL && o->buffer->holders < 1) || o->lane->posted == 0 || o->acknowledges > o->lane->with->backlog) return false;
    lent += o->buffer == NULL;
  }
  return out->lent == lent && out->req.n <= out->req.room;
}

#endif
