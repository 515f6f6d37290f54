/* Collective calls of messages: see collective.h. */
#include "collective.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "frame.h"
#include "looks.h"
#include "memory.h"
#include "peer.h"
#include "reduce.h"
#include "sending.h"
#include "shadow.h"

struct piece {
  void *buf;
  MPI_Count count;
};

static int64_t int_at(const struct pf_ints *a, int i) { return a->wide ? ((const int64_t *)a->at)[i] : ((const int *)a->at)[i]; }

static bool by_counts(enum pf_kind kind) { return kind == PF_SCATTERV || kind == PF_GATHERV || kind == PF_ALLGATHERV || kind == PF_ALLTOALLV; }
static bool scatters(enum pf_kind kind) { return kind == PF_SCATTER || kind == PF_SCATTERV; }
static bool gathers(enum pf_kind kind) { return kind == PF_GATHER || kind == PF_GATHERV || kind == PF_REDUCE; }
static bool all_to_all(enum pf_kind kind) { return kind == PF_ALLTOALL || kind == PF_ALLTOALLV; }

/* Whether the rank sends to a rank, and receives from it. Itself counts. */
static bool sends_to(const struct pf_collective *k, int rank, int peer) {
  if (k->kind >= PF_ALLGATHER) return true;
  if (k->tree.ranks > 0) return k->kind == PF_BCAST ? pf_tree_above(k->tree, peer) == rank : pf_tree_above(k->tree, rank) == peer;
  return gathers(k->kind) ? peer == k->root : rank == k->root;
}

static bool receives_from(const struct pf_collective *k, int rank, int peer) { return sends_to(k, peer, rank); }

static bool in_place(const struct pf_collective *k) { return k->out.buf == MPI_IN_PLACE || k->in.buf == MPI_IN_PLACE; }

static struct piece whole(const struct pf_side *s) { return (struct piece){(char *)(uintptr_t)s->buf, s->count}; }

/* The part of a side that belongs to a rank. */
static struct piece part(const struct pf_side *s, int rank) {
  MPI_Count count = s->counts.at != NULL ? int_at(&s->counts, rank) : s->count;
  MPI_Aint at = s->displs.at != NULL ? (MPI_Aint)int_at(&s->displs, rank) : (MPI_Aint)rank * (MPI_Aint)s->count;
  return (struct piece){(char *)(uintptr_t)s->buf + at * s->extent, count};
}

static struct piece out_piece(const struct pf_collective *k, int rank, int peer) {
  if (k->out.buf == MPI_IN_PLACE) return part(&k->in, rank); /* Allgather */
  return scatters(k->kind) || all_to_all(k->kind) ? part(&k->out, peer) : whole(&k->out);
}

static struct piece in_piece(const struct pf_collective *k, int peer) {
  if (k->kind == PF_REDUCE && k->tree.ranks > 0) return part(&k->in, 1 + pf_tree_number(k->tree, peer)); /* the sum is before them */
  return k->kind == PF_BCAST || scatters(k->kind) ? whole(&k->in) : part(&k->in, peer);
}

/* Sets what is known of a side that counts on this rank. */
static bool look(struct pf_side *s) {
  MPI_Aint lb;
  if (s->type == MPI_DATATYPE_NULL || s->count < 0) return false;
  return pf.real.Type_size(s->type, &s->size) == MPI_SUCCESS && s->size >= 0 && pf.real.Type_get_extent(s->type, &lb, &s->extent) == MPI_SUCCESS;
}

/* Looks at the sides that count here. False: the call is wrong, or not understood, which all ranks see. */
static bool look_at(struct pf_collective *k, const struct pf_comm *c) {
  bool root = c->rank == k->root, rooted = k->kind < PF_ALLGATHER;
  if (rooted && (k->root < 0 || k->root >= c->size)) return false;
  if (all_to_all(k->kind) && in_place(k)) return false;
  if (k->kind <= PF_REDUCE) return look(&k->out) && look(&k->in);
  bool out = !rooted || root || gathers(k->kind), in = !rooted || root == gathers(k->kind) || (root && scatters(k->kind));
  if (out && k->out.buf != MPI_IN_PLACE && !look(&k->out)) return false;
  return !in || k->in.buf == MPI_IN_PLACE || look(&k->in);
}

/* Bytes of a piece, as all ranks know them; of the kinds with counts those of Allgatherv alone, on an average. */
static uint64_t agreed(const struct pf_collective *k, const struct pf_comm *c) {
  bool root = c->rank == k->root;
  bool sends = k->kind < PF_ALLGATHER && root != gathers(k->kind); /* that side counts here, and the other one perhaps not */
  const struct pf_side *s = sends ? &k->out : &k->in;
  uint64_t n = (uint64_t)s->count, size = (uint64_t)s->size, parts = 1;
  if (k->kind == PF_ALLGATHERV) {
    n = 0;
    for (int i = 0; i < c->size; i++) n += (uint64_t)int_at(&k->in.counts, i);
    parts = (uint64_t)c->size;
  }
  return size > 0 && n > UINT64_MAX / size ? UINT64_MAX : n * size / parts; /* of bytes: elements are not of one size on all ranks */
}

/* The plan for a call, and what it says; NULL: it is MPI's. All ranks have the same. */
static struct pf_plan *plan(const struct pf_collective *k, struct pf_comm *c, enum pf_turn *turn) {
  enum { LEAST = 4 * PF_LEAST, MOST = 1 << 30, PARTS = 1 << 24 };
  bool known = k->kind == PF_ALLGATHERV || !by_counts(k->kind);
  uint64_t bytes = known ? agreed(k, c) : 0;
  if (known && (bytes < (pf.opt.greedy ? PF_LEAST : LEAST) || bytes > MOST)) return NULL;
  if (k->kind == PF_REDUCE && (bytes > PARTS || !pf_reduce_any_order(k->op, c->rank == k->root ? k->in.type : k->out.type))) return NULL;
  struct pf_shadow *s = pf_shadow(c);
  struct pf_plan *p = s != NULL ? pf_shadow_plan(s, k->kind, by_counts(k->kind) ? 0 : (size_t)bytes) : NULL;
  if (p == NULL || (pf_plan_communicates(p) && !pf_shadow_open(c))) return NULL;
  *turn = pf_plan_step(p, &s->purse, s->comm != NULL ? s->comm->handle : MPI_COMM_NULL);
  return p;
}

/* Sets what is known of the receive of a piece. */
static struct pf_await *receive(const struct pf_collective *k, struct pf_shadow *s, int n, int peer, int tag) {
  struct pf_comm *c = s->comm;
  struct piece p = in_piece(k, peer);
  struct pf_await *a = &s->awaits[n];
  *a = (struct pf_await){.request = &s->requests[n], .comm = c, .buf = p.buf, .source = peer, .tag = tag};
  if (pf_peer_far(c->world[peer])) a->most = pf_bytes(p.count, k->in.type);
  s->aside[n] = NULL;
  return a;
}

/* What ours would send and receive is remembered, as if it had been: so the next ones can be prefetched. Returns how many receives. */
static int learn(const struct pf_collective *k, struct pf_shadow *s, int tag) {
  MPI_Datatype type = k->out.buf == MPI_IN_PLACE ? k->in.type : k->out.type;
  struct pf_comm *c = s->comm;
  int n = 0;
  for (int peer = 0; peer < c->size; peer++) {
    if (peer == c->rank || !pf_peer_far(c->world[peer])) continue;
    if (sends_to(k, c->rank, peer)) {
      struct piece p = out_piece(k, c->rank, peer);
      pf_learn(&(struct pf_send){p.buf, p.count, type, peer, tag, c->handle});
    }
    if (!receives_from(k, c->rank, peer)) continue;
    struct pf_await *a = receive(k, s, n, peer, tag);
    if (a->most == 0) continue;
    if (k->kind == PF_REDUCE && k->tree.ranks == 0) a->buf = whole(&k->in).buf; /* the program has room for one part */
    pf_await_known(a);
    pf_history_new(a->history, a->most);
    n++;
  }
  return n;
}

static int post(const struct pf_shadow *s, struct piece p, MPI_Datatype type, int source, int tag, MPI_Request *r) {
#if MPI_VERSION >= 4
  if (p.count > INT_MAX) return pf.real.Irecv_c(p.buf, p.count, type, source, tag, s->comm->handle, r);
#endif
  return pf.real.Irecv(p.buf, (int)p.count, type, source, tag, s->comm->handle, r);
}

static int send(const struct pf_shadow *s, struct piece p, MPI_Datatype type, int dest, int tag, MPI_Request *r) {
  struct pf_send m = {p.buf, p.count, type, dest, tag, s->comm->handle};
  pf_sending(&m, PF_GIVEN);
#if MPI_VERSION >= 4
  if (m.count > INT_MAX) return pf.real.Isend_c(m.buf, m.count, type, dest, tag, m.comm, r);
#endif
  return pf.real.Isend(m.buf, (int)m.count, type, dest, tag, m.comm, r);
}

/* If the message was asked for already, it may be a stand-in: one that is no longer than what was asked for. That must not be scattered,
 * nor be put where it cannot be read: the place that was looked at when it was asked for was that of the call before. */
static void expect(const struct pf_collective *k, struct pf_shadow *s, int n, struct piece p) {
  struct pf_await *a = &s->awaits[n];
  size_t bytes = (size_t)p.count * (size_t)k->in.size;
  char head[sizeof(struct pf_header)];
  a->order = pf_shadow_early(s, a->tag)[a->source];
  a->asked = a->order != NULL;
  if (a->asked && (a->most == 0 || !pf_peek(head, p.buf, sizeof head))) {
    a->most = bytes <= a->order->capacity ? bytes : 0;
    if (a->most > 0) a->buf = s->aside[n] = md_alloc(bytes);
  }
  if (a->comm->lost == 0 || a->asked) pf_await_known(a);
}

/* Posts the receives; n: how many. */
static int receives(struct pf_collective *k, struct pf_shadow *s, int tag, int *n) {
  struct pf_comm *c = s->comm;
  for (int d = 1; d < c->size; d++) {
    int peer = (c->rank + c->size - d) % c->size;
    if (!receives_from(k, c->rank, peer)) continue;
    struct piece p = in_piece(k, peer);
    if (p.count == 0 || k->in.size == 0) continue;
    struct pf_await *a = receive(k, s, *n, peer, tag);
    expect(k, s, *n, p);
    struct piece aside = {a->buf, (MPI_Count)a->most};
    int error = s->aside[*n] != NULL ? post(s, aside, MPI_BYTE, peer, tag, a->request) : post(s, p, k->in.type, peer, tag, a->request);
    if (error != MPI_SUCCESS) return error;
    ++*n;
  }
  return MPI_SUCCESS;
}

/* Sends; n: how many requests there are. */
static int sends(struct pf_collective *k, struct pf_shadow *s, int tag, int *n) {
  struct pf_comm *c = s->comm;
  bool own = k->out.buf == MPI_IN_PLACE;
  MPI_Datatype type = own ? k->in.type : k->out.type;
  for (int d = 1; d < c->size; d++) {
    int peer = (c->rank + d) % c->size;
    if (!sends_to(k, c->rank, peer)) continue;
    struct piece p = out_piece(k, c->rank, peer);
    if (p.count == 0 || (own ? k->in.size : k->out.size) == 0) continue;
    int error = send(s, p, type, peer, tag, &s->requests[*n]);
    if (error != MPI_SUCCESS) return error;
    ++*n;
  }
  return MPI_SUCCESS;
}

/* From one place of this rank to another. Memory that is not this processor's is MPI's to copy. */
static int copy(const struct pf_shadow *s, struct piece from, MPI_Datatype type, struct piece to, MPI_Datatype to_type, int tag) {
  int rank = s->comm->rank;
  size_t bytes = pf_bytes(from.count, type);
  char byte;
  if (bytes > 0 && bytes == pf_bytes(to.count, to_type) && pf_peek(&byte, from.buf, 1) && pf_peek(&byte, to.buf, 1)) {
    memmove(to.buf, from.buf, bytes);
    return MPI_SUCCESS;
  }
  if (from.count > INT_MAX || to.count > INT_MAX) pf_fail("a piece of more than 2^31 elements");
  return pf.real.Sendrecv(from.buf, (int)from.count, type, rank, tag, to.buf, (int)to.count, to_type, rank, tag, s->comm->handle, MPI_STATUS_IGNORE);
}

/* What a rank has for itself. */
static int keep(const struct pf_collective *k, const struct pf_shadow *s, int tag) {
  int rank = s->comm->rank;
  if (k->kind == PF_BCAST || in_place(k) || !sends_to(k, rank, rank)) return MPI_SUCCESS;
  return copy(s, out_piece(k, rank, rank), k->out.type, in_piece(k, rank), k->in.type, tag);
}

/* Waits for the receives, and asks meanwhile for what was not asked for. */
static void await(struct pf_shadow *s, int n, int tag) {
  bool may = false;
  for (int i = 0; i < n; i++) {
    struct pf_await *a = &s->awaits[i];
    if (a->asked) a->asks = a->history != NULL;
    may |= a->asked || pf_await_asks(a);
  }
  if (!may) return;
  pf_await(s->list, n);
  for (int i = 0; i < n; i++) pf_shadow_early(s, tag)[s->awaits[i].source] = NULL;
}

/* The receives are complete. */
static int received(const struct pf_collective *k, struct pf_shadow *s, int n, int tag) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < n; i++) {
    struct pf_await *a = &s->awaits[i];
    if (!a->counted) pf_received(s->comm, a->source, tag);
    pf_await_end(a, &s->statuses[i]);
    if (s->aside[i] == NULL) continue;
    struct piece from = {a->buf, (MPI_Count)a->most};
    if (error == MPI_SUCCESS) error = copy(s, from, MPI_BYTE, in_piece(k, a->source), k->in.type, tag);
  }
  return error;
}

/* Waits for all, receives first. */
static int finish(const struct pf_collective *k, struct pf_shadow *s, int receives_n, int n, int tag) {
  await(s, receives_n, tag);
  int error = pf.real.Waitall(n, s->requests, s->statuses);
  if (error == MPI_SUCCESS) return received(k, s, receives_n, tag);
  for (int i = 0; i < n; i++)
    if (s->statuses[i].MPI_ERROR != MPI_SUCCESS && s->statuses[i].MPI_ERROR != MPI_ERR_PENDING) return s->statuses[i].MPI_ERROR;
  return error;
}

/* The next call of the plan is ours, too. So what this rank will receive in it is asked for now: all ranks have time while they compute. */
static void ask_early(struct pf_shadow *s, int receives_n) {
  enum { MOST = 1 << 28 }; /* bytes: there are copies of what is fetched, here and there */
  size_t bytes = 0;
  for (int i = 0; i < receives_n; i++) {
    const struct pf_await *a = &s->awaits[i];
    if ((bytes += a->most) > MOST) break;
    struct pf_order **early = &pf_shadow_early(s, a->tag)[a->source];
    if (*early == NULL && s->aside[i] == NULL && a->most > 0) *early = pf_await_next(a);
  }
  pf_calls_yours();
}

static int run(struct pf_collective *k, struct pf_shadow *s, int tag) {
  int receives_n = 0, error = receives(k, s, tag, &receives_n), n = receives_n;
  if (error == MPI_SUCCESS) error = sends(k, s, tag, &n);
  if (error == MPI_SUCCESS) error = keep(k, s, tag);
  if (error == MPI_SUCCESS) error = finish(k, s, receives_n, n, tag);
  if (error == MPI_SUCCESS && pf_plan_goes_on(&s->plans[tag])) ask_early(s, receives_n);
  for (int i = 0; i < receives_n; i++) free(s->aside[i]);
  return error;
}

/* Where the root or a rank between puts together what ranks have. */
static void gather_parts(struct pf_collective *k, struct pf_shadow *s, int parts) {
  k->in.buf = pf_shadow_parts(s, (size_t)parts * (size_t)k->in.count * (size_t)k->in.size);
}

/* The root of a reduction gathers what is to be put together. */
static int reduce(struct pf_collective *k, struct pf_shadow *s, int tag) {
  struct pf_comm *c = s->comm;
  if (c->rank != k->root) return run(k, s, tag);
  struct piece to = whole(&k->in), first = to;
  gather_parts(k, s, c->size);
  first.buf = (char *)(uintptr_t)k->in.buf;
  int error = MPI_SUCCESS;
  if (k->out.buf == MPI_IN_PLACE) error = copy(s, to, k->in.type, part(&k->in, c->rank), k->in.type, tag);
  if (error == MPI_SUCCESS) error = run(k, s, tag);
  if (error == MPI_SUCCESS) error = pf_reduce_parts(first.buf, c->size, (int)k->in.count, k->in.type, k->op);
  return error == MPI_SUCCESS ? copy(s, first, k->in.type, to, k->in.type, tag) : error;
}

/* What has come goes on: as it is, or put together with what this rank has, `own`. After an error, too: others wait for it. */
static int pass_on(struct pf_collective *k, struct pf_shadow *s, int tag, struct piece own) {
  int receives_n = 0, n = 0, error = receives(k, s, tag, &receives_n), sent;
  if (error == MPI_SUCCESS) error = finish(k, s, receives_n, receives_n, tag);
  if (k->kind == PF_REDUCE && receives_n > 0) {
    struct piece sum = part(&k->in, 0);
    if (error == MPI_SUCCESS) error = copy(s, own, k->in.type, sum, k->in.type, tag);
    if (error == MPI_SUCCESS) error = pf_reduce_parts(sum.buf, 1 + receives_n, (int)k->in.count, k->in.type, k->op);
    k->out.buf = sum.buf;
  }
  sent = sends(k, s, tag, &n);
  if (sent == MPI_SUCCESS) sent = finish(k, s, 0, n, tag);
  if (error == MPI_SUCCESS) error = sent;
  if (error == MPI_SUCCESS && pf_plan_goes_on(&s->plans[tag])) ask_early(s, receives_n);
  for (int i = 0; i < receives_n; i++) free(s->aside[i]);
  return error;
}

/* Over a tree, down from the root or up to it. */
static int over_tree(struct pf_collective *k, struct pf_shadow *s, int tag) {
  int below = pf_tree_below(k->tree, s->comm->rank);
  struct piece to = whole(&k->in), own = k->out.buf == MPI_IN_PLACE ? to : whole(&k->out);
  bool sums = k->kind == PF_REDUCE && below > 0;
  if (sums) gather_parts(k, s, 1 + below);
  int error = pass_on(k, s, tag, own);
  return error == MPI_SUCCESS && sums && s->comm->rank == k->root ? copy(s, part(&k->in, 0), k->in.type, to, k->in.type, tag) : error;
}

static int make(struct pf_collective *k, struct pf_shadow *s, int tag) {
  if (k->tree.ranks > 0) return over_tree(k, s, tag);
  return (k->kind == PF_REDUCE ? reduce : run)(k, s, tag);
}

bool pf_collective(struct pf_collective *k, MPI_Comm comm, int *error) {
  pf_real();
  struct pf_comm *c = pf_comm(comm);
  enum pf_turn turn = PF_MPIS;
  if (c == NULL || !pf_shadow_may(c) || !look_at(k, c)) return false;
  if (k->kind <= PF_REDUCE && c->size >= pf.opt.tree) k->tree = (struct pf_tree){k->root, c->size};
  struct pf_plan *p = plan(k, c, &turn);
  if (p == NULL) return false;
  struct pf_shadow *s = c->shadow;
  int tag = (int)(p - s->plans);
  if (turn != PF_OURS) {
    pf.own.plan = p;
    if (turn == PF_LEARNS && k->kind == PF_REDUCE && k->tree.ranks > 0) gather_parts(k, s, 1 + pf_tree_below(k->tree, c->rank));
    if (turn == PF_LEARNS) pf.own.receives = learn(k, s, tag);
    if (turn == PF_LEARNS && pf_plan_goes_on(p)) pf.own.shadow = s;
    return false;
  }
  *error = make(k, s, tag);
  if (*error != MPI_SUCCESS) pf.real.Comm_call_errhandler(comm, *error);
  return true;
}

int pf_collective_own(int error) {
  if (pf.own.plan == NULL) return error;
  pf_plan_own(pf.own.plan);
  if (pf.own.shadow != NULL && error == MPI_SUCCESS) ask_early(pf.own.shadow, pf.own.receives);
  pf.own = (struct pf_own){0};
  return error;
}
