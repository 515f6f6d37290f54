/* Requests: see request.h. */
#include "request.h"

#include <stdlib.h>

#include "memory.h"
#include "sending.h"

struct pf_request {
  struct md_entry entry;
  MPI_Request handle;
  struct pf_comm *comm;
  int peer, tag;
  bool sends, persistent, active, cancelled;
};

static uint64_t key_of(MPI_Request r) { return md_key((uint64_t)(uintptr_t)r, 3); }

static struct pf_request *find(MPI_Request handle) {
  for (struct md_entry *e = md_table_find(&pf.requests, key_of(handle)); e != NULL; e = md_table_again(e)) {
    struct pf_request *r = (struct pf_request *)e;
    if (r->handle == handle) return r;
  }
  return NULL;
}

static void forget(struct pf_request *r) {
  md_table_remove(&pf.requests, &r->entry);
  pf_comm_unused(r->comm);
  free(r);
}

static void post(struct pf_request *r, bool begins) {
  unsigned *n = r->peer >= 0 ? &r->comm->posted[r->peer] : &r->comm->posted_any;
  r->active = begins;
  *n += begins ? 1u : -1u;
}

void pf_request_made(MPI_Request handle, MPI_Comm comm, int peer, int tag, bool sends, bool persistent) {
  struct pf_comm *c = pf.on ? pf_comm(comm) : NULL;
  if (c == NULL || (peer < 0 && (sends || peer != MPI_ANY_SOURCE)) || peer >= c->size) return;
  struct pf_request *r = find(handle);
  if (r != NULL) { /* how that one ended was not seen, or two have one handle: both count as under way for ever */
    r->comm->posted_any++;
    c->posted_any++;
    forget(r);
    if (!sends) return;
  }
  r = md_zeroed(sizeof *r);
  r->handle = handle;
  r->comm = c;
  c->users++;
  r->peer = peer < 0 ? -1 : peer;
  r->tag = tag;
  r->sends = sends;
  r->persistent = persistent;
  md_table_add(&pf.requests, &r->entry, key_of(handle));
  if (!persistent) post(r, true);
}

void pf_request_start(MPI_Request handle) {
  struct pf_request *r = pf.on ? find(handle) : NULL;
  if (r == NULL) return;
  r->cancelled = false;
  if (!r->sends) {
    if (!r->active) post(r, true);
    return;
  }
  struct pf_send s = {.dest = r->peer, .tag = r->tag, .comm = r->comm->handle, .type = MPI_BYTE};
  if (!r->comm->gone) pf_sending(&s, PF_WHOLE);
}

void pf_request_cancelled(MPI_Request handle) {
  struct pf_request *r = pf.on ? find(handle) : NULL;
  if (r != NULL) r->cancelled = true;
}

void pf_request_freed(MPI_Request handle) {
  struct pf_request *r = pf.on ? find(handle) : NULL;
  if (r != NULL) forget(r); /* a receive that is under way stays posted: nobody will know when it ends */
}

bool pf_request_persists(MPI_Request handle) {
  struct pf_request *r = find(handle);
  return r != NULL && r->persistent;
}

void pf_request_done(MPI_Request handle, const MPI_Status *status) {
  struct pf_request *r = pf.on ? find(handle) : NULL;
  if (r == NULL || (r->persistent && !r->active)) return;
  post(r, false);
  if (status != NULL && !r->cancelled) pf_received(r->comm, r->peer >= 0 ? r->peer : status->MPI_SOURCE);
  if (!r->persistent) forget(r);
}

void pf_received(struct pf_comm *c, int source) {
  if (source >= 0 && source < c->size) c->received[source]++;
}
