/* Communicators: see comm.h. */
#include "comm.h"

#include <stdlib.h>

#include "lane.h"
#include "memory.h"
#include "peer.h"

static uint64_t key_of(MPI_Comm handle) { return md_key((uint64_t)(uintptr_t)handle, 1); }

struct pf_comm *pf_comm(MPI_Comm handle) {
  if (!pf.on) return NULL;
  for (struct md_entry *e = md_table_find(&pf.by_handle, key_of(handle)); e != NULL; e = md_table_again(e)) {
    struct pf_comm *c = (struct pf_comm *)e;
    if (c->handle == handle) return c;
  }
  return NULL;
}

struct pf_comm *pf_comm_named(const uint64_t name[2], int size) {
  for (struct md_entry *e = md_table_find(&pf.by_name, name[0]); e != NULL; e = md_table_again(e)) {
    struct pf_comm *c = ((struct pf_named *)e)->comm;
    if (c->name[0] == name[0] && c->name[1] == name[1] && c->size == size) return c;
  }
  return NULL;
}

/* The ranks of a communicator in MPI_COMM_WORLD. False: some are not in it. */
static bool translate(MPI_Comm comm, int size, int *world) {
  const struct pf_real *r = pf_real();
  MPI_Group all, here;
  if (r->Comm_group(MPI_COMM_WORLD, &all) != MPI_SUCCESS) return false;
  if (r->Comm_group(comm, &here) != MPI_SUCCESS) return false;
  int *own = md_alloc((size_t)size * sizeof *own);
  for (int i = 0; i < size; i++) own[i] = i;
  bool ok = r->Group_translate_ranks(here, size, own, all, world) == MPI_SUCCESS;
  for (int i = 0; ok && i < size; i++) ok = world[i] >= 0 && world[i] < pf.size;
  free(own);
  r->Group_free(&here);
  r->Group_free(&all);
  return ok;
}

static void release(struct pf_comm *c) {
  free(c->world);
  free(c->sent);
  free(c->received);
  free(c);
}

/* Enters a communicator. Its name is what is known of it but for its first rank. */
static struct pf_comm *enter(MPI_Comm handle, uint64_t a, uint64_t b) {
  const struct pf_real *r = pf_real();
  struct pf_comm *c = md_zeroed(sizeof *c);
  c->handle = handle;
  if (r->Comm_size(handle, &c->size) != MPI_SUCCESS || r->Comm_rank(handle, &c->rank) != MPI_SUCCESS) {
    free(c);
    return NULL;
  }
  size_t n = (size_t)c->size;
  c->world = md_zeroed(n * sizeof *c->world);
  c->sent = md_zeroed(n * PF_CLASSES * sizeof *c->sent);
  c->received = md_zeroed(n * PF_CLASSES * sizeof *c->received);
  if (!translate(handle, c->size, c->world)) {
    release(c);
    return NULL;
  }
  uint64_t first = (uint64_t)c->world[0] + 1;
  c->name[0] = md_key(md_key(a, first), b);
  c->name[1] = md_key(b ^ first << 32, md_key(first, a));
  c->named.comm = c;
  md_table_add(&pf.by_handle, &c->handled, key_of(handle));
  pf_lock();
  md_table_add(&pf.by_name, &c->named.entry, c->name[0]);
  pf_unlock();
  for (int i = 0; i < c->size; i++) c->spans = c->spans || pf.opt.local || pf.peers[c->world[i]].machine != pf.peers[c->world[0]].machine;
  return c;
}

void pf_comm_world(void) {
  struct pf_comm *c = enter(MPI_COMM_WORLD, 1, 2);
  if (c != NULL) c->together = true;
}

struct pf_comm *pf_comm_beside(const struct pf_comm *c, MPI_Comm own) {
  struct pf_comm *made = enter(own, md_key(c->name[0], 3), md_key(c->name[1], 4));
  if (made != NULL) made->own = true;
  return made;
}

void pf_comm_made(MPI_Comm parent, MPI_Comm child, int error, enum pf_made how) {
  struct pf_comm *p = pf_comm(parent);
  if (p == NULL) return;
  p->made++;
  if (error != MPI_SUCCESS) p->mute = true; /* others may have gone on */
  if (error != MPI_SUCCESS || p->mute || how == PF_UNNAMED || child == MPI_COMM_NULL) return;
  if (pf_comm(child) != NULL) pf_comm_drop(child); /* it was freed where nobody saw it */
  struct pf_comm *c = enter(child, md_key(p->name[0], p->made), md_key(p->name[1], ~p->made));
  if (c != NULL) c->together = p->together && how == PF_NAMED;
}

void pf_comm_unused(struct pf_comm *c) {
  if (--c->users == 0 && c->gone) release(c);
}

void pf_comm_drop(MPI_Comm handle) {
  struct pf_comm *c = pf_comm(handle);
  if (c == NULL) return;
  pf_lock();
  md_table_remove(&pf.by_name, &c->named.entry);
  pf_lanes_drop(c);
  pf_unlock();
  md_table_remove(&pf.by_handle, &c->handled);
  c->gone = true;
  c->users++;
  pf_comm_unused(c);
}
