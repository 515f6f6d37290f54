/* Requests: see request.h. */
#include "request.h"

#include <stdlib.h>

#include "memory.h"
#include "sending.h"

struct pf_request {
  struct md_entry entry;
  struct pf_request *before, *after; /* of a receive that is under way: on its communicator */
  MPI_Request handle;
  struct pf_comm *comm;
  struct pf_await await; /* of a receive */
  int peer, tag;
  bool sends, persistent, active, cancelled;
};

static uint64_t key_of(MPI_Request r) { return md_key((uint64_t)(uintptr_t)r, 3); }

static struct pf_request *find(MPI_Request handle) {
  if (!pf.on) return NULL;
  for (struct md_entry *e = md_table_find(&pf.requests, key_of(handle)); e != NULL; e = md_table_again(e)) {
    struct pf_request *r = (struct pf_request *)e;
    if (r->handle == handle) return r;
  }
  return NULL;
}

static void begin(struct pf_request *r) {
  struct pf_comm *c = r->comm;
  r->active = true;
  r->await.done = r->await.counted = r->await.asks = r->await.asked = r->await.considered = false;
  r->await.length = r->await.saved = 0;
  r->before = c->last;
  r->after = NULL;
  *(c->last != NULL ? &c->last->after : &c->first) = r;
  c->last = r;
}

static void end(struct pf_request *r) {
  struct pf_comm *c = r->comm;
  r->active = false;
  *(r->before != NULL ? &r->before->after : &c->first) = r->after;
  *(r->after != NULL ? &r->after->before : &c->last) = r->before;
}

/* A receive that is still under way is lost: nobody will know when it ends. */
static void forget(struct pf_request *r) {
  pf_await_drop(&r->await);
  if (r->active) {
    end(r);
    r->comm->lost++;
  }
  md_table_remove(&pf.requests, &r->entry);
  pf_comm_unused(r->comm);
  free(r);
}

static struct pf_request *make(MPI_Request handle, struct pf_comm *c, int peer, int tag, bool persistent) {
  struct pf_request *r = find(handle);
  if (r != NULL) { /* how that one ended was not seen, or two have one handle */
    c->lost++;
    forget(r);
  }
  r = md_zeroed(sizeof *r);
  r->handle = handle;
  r->comm = c;
  c->users++;
  r->peer = peer;
  r->tag = tag;
  r->persistent = persistent;
  md_table_add(&pf.requests, &r->entry, key_of(handle));
  return r;
}

/* Whether one of the receives before `until` (NULL: of all) could take a message. */
static bool takes(const struct pf_comm *c, const struct pf_request *until, int source, int tag) {
  enum { MOST = 64 }; /* to look at */
  if (c->lost > 0) return true;
  unsigned n = 0;
  for (const struct pf_request *r = c->first; r != until; r = r->after)
    if (++n > MOST || ((r->peer < 0 || r->peer == source) && (r->tag < 0 || r->tag == tag))) return true;
  return false;
}

bool pf_request_takes(const struct pf_comm *c, int source, int tag) { return takes(c, NULL, source, tag); }

/* Whether it may be decided now if it shall ask: nothing could take its message. */
static bool may_ask(const struct pf_request *r) {
  const struct pf_await *a = &r->await;
  return r->active && !r->cancelled && !a->considered && a->history != NULL && !r->comm->gone && !takes(r->comm, r, a->source, a->tag);
}

/* It was posted. */
static void ask_early(struct pf_request *r) {
  if (!may_ask(r)) return;
  r->await.request = &r->handle;
  pf_await_early(&r->await);
}

void pf_request_receives(MPI_Request handle, struct pf_await a, bool persistent) {
  struct pf_comm *c = a.comm;
  if (c == NULL || (a.source < 0 && a.source != MPI_ANY_SOURCE) || a.source >= c->size) return;
  struct pf_request *r = make(handle, c, a.source < 0 ? -1 : a.source, a.tag, persistent);
  r->await = a;
  r->await.source = r->peer;
  pf_await_known(&r->await);
  if (persistent) return;
  begin(r);
  ask_early(r);
}

void pf_request_sends(MPI_Request handle, MPI_Comm comm, int dest, int tag) {
  struct pf_comm *c = pf_comm(comm);
  if (c != NULL && dest >= 0 && dest < c->size) make(handle, c, dest, tag, true)->sends = true;
}

void pf_request_start(MPI_Request handle) {
  struct pf_request *r = find(handle);
  if (r == NULL) return;
  r->cancelled = false;
  if (!r->sends) {
    if (!r->active) begin(r);
    return;
  }
  struct pf_send s = {.dest = r->peer, .tag = r->tag, .comm = r->comm->handle, .type = MPI_BYTE};
  if (!r->comm->gone) pf_sending(&s, PF_WHOLE);
}

void pf_request_started(MPI_Request handle) {
  struct pf_request *r = find(handle);
  if (r != NULL && !r->sends) ask_early(r);
}

void pf_requests_early(int n, const MPI_Request *requests) {
  for (int i = 0; i < n; i++) pf_request_started(requests[i]);
}

bool pf_request_cancels(MPI_Request handle) {
  struct pf_request *r = find(handle);
  if (r == NULL) return true;
  if (r->active && !pf_await_leave(&r->await)) return false;
  return r->cancelled = true;
}

/* What is on its way for a receive that nobody will complete is waited for here: it may be a stand-in. */
void pf_request_freed(MPI_Request handle) {
  struct pf_request *r = find(handle);
  if (r == NULL) return;
  struct pf_await *a = &r->await;
  if (r->active && !a->done && !pf_await_leave(a)) {
    a->request = &r->handle;
    pf_await(&a, 1);
  }
  if (r->active && a->done) end(r);
  forget(r);
}

void pf_request_seen(MPI_Request handle, MPI_Status *status) {
  struct pf_request *r = find(handle);
  if (r == NULL || !r->active || r->cancelled) return;
  if (!r->await.done) pf_await_there(&r->await, status);
  pf_await_tell(&r->await, status);
}

bool pf_request_persists(MPI_Request handle) {
  struct pf_request *r = find(handle);
  return r != NULL && r->persistent;
}

void pf_requests_await(int n, MPI_Request *requests) {
  struct pf_await **list = md_alloc((size_t)n * sizeof(*list));
  int receives = 0;
  bool may = false;
  for (int i = 0; i < n; i++) {
    struct pf_request *r = requests[i] != MPI_REQUEST_NULL ? find(requests[i]) : NULL;
    if (r == NULL || !r->active || r->cancelled) continue;
    struct pf_await *a = &r->await;
    if (may_ask(r)) pf_await_asks(a);
    a->request = &requests[i];
    may = may || a->asks;
    list[receives++] = a;
  }
  if (may) pf_await(list, receives);
  free(list);
}

void pf_request_done(MPI_Request handle, MPI_Status *status) {
  struct pf_request *r = find(handle);
  if (r == NULL || (r->persistent && !r->active)) return;
  end(r);
  if (status != NULL && !r->cancelled) {
    if (!r->await.done) pf_await_there(&r->await, status);
    if (!r->await.counted && !r->await.vague) pf_received_with(r->comm, r->peer, r->tag, status);
    pf_await_end(&r->await, status);
  }
  pf_await_drop(&r->await);
  if (!r->persistent) forget(r);
}
