/* Communicators for collective calls: see shadow.h. */
#include "shadow.h"

#include <stdlib.h>

#include "memory.h"
#include "peer.h"

bool pf_shadow_may(const struct pf_comm *c) {
  enum { MOST = 64 }; /* ranks: there are messages from each to each */
  return pf.together && c->together && c->spans && c->size > 1 && c->size <= MOST;
}

static MPI_Comm made_of(const struct pf_comm *c) {
  const struct pf_real *r = &pf.real;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Group group;
  if (r->Comm_group(c->handle, &group) != MPI_SUCCESS) return MPI_COMM_NULL;
  bool ok = r->Comm_create(c->handle, group, &made) == MPI_SUCCESS;
  r->Group_free(&group);
  if (!ok || r->Comm_set_errhandler(made, MPI_ERRORS_RETURN) != MPI_SUCCESS) return MPI_COMM_NULL;
  return made;
}

struct pf_shadow *pf_shadow(struct pf_comm *c) {
  if (c->alone) return NULL;
  if (c->shadow != NULL) return c->shadow;
  size_t n = (size_t)c->size;
  struct pf_shadow *s = c->shadow = md_zeroed(sizeof *s);
  s->requests = md_alloc(2 * n * sizeof *s->requests);
  s->statuses = md_alloc(2 * n * sizeof *s->statuses);
  s->aside = md_zeroed(n * sizeof *s->aside);
  s->awaits = md_alloc(n * sizeof *s->awaits);
  s->list = md_alloc(n * sizeof *s->list);
  for (size_t i = 0; i < n; i++) s->list[i] = &s->awaits[i];
  return s;
}

bool pf_shadow_open(struct pf_comm *c) {
  struct pf_shadow *s = c->shadow;
  if (s->comm != NULL) return true;
  MPI_Comm made = made_of(c);
  if (made != MPI_COMM_NULL) s->comm = pf_comm_beside(c, made);
  c->alone = s->comm == NULL;
  return !c->alone;
}

struct pf_plan *pf_shadow_plan(struct pf_shadow *s, int kind, size_t bytes) {
  for (unsigned i = 0; i < s->plans_n; i++)
    if (s->plans[i].kind == kind && s->plans[i].bytes == bytes) return &s->plans[i];
  if (s->plans_n == PF_PLANS) return NULL;
  struct pf_plan *p = &s->plans[s->plans_n++];
  pf_plan_begin(p, kind, bytes);
  return p;
}

char *pf_shadow_parts(struct pf_shadow *s, size_t bytes) {
  if (bytes > s->parts_room) {
    free(s->parts);
    s->parts = md_alloc(s->parts_room = bytes);
  }
  return s->parts;
}

struct pf_order **pf_shadow_early(struct pf_shadow *s, int plan) {
  if (s->early[plan] == NULL) s->early[plan] = md_zeroed((size_t)s->comm->size * sizeof *s->early[plan]);
  return s->early[plan];
}

static void end_early(struct pf_shadow *s) {
  for (int plan = 0; plan < PF_PLANS; plan++) {
    for (int i = 0; s->early[plan] != NULL && i < s->comm->size; i++)
      if (s->early[plan][i] != NULL) pf_call_end(s->early[plan][i]);
    free(s->early[plan]);
  }
}

static void end_plans(struct pf_shadow *s) {
  for (unsigned i = 0; i < s->plans_n; i++) pf_plan_end(&s->plans[i]);
  s->plans_n = 0;
}

void pf_shadow_end(MPI_Comm handle) {
  struct pf_comm *c = pf_comm(handle);
  struct pf_shadow *s = c != NULL ? c->shadow : NULL;
  if (s == NULL) return;
  end_plans(s);
  end_early(s);
  pf.own = (struct pf_own){0};
  if (s->comm != NULL) {
    MPI_Comm own = s->comm->handle;
    pf_comm_drop(own);
    if (pf.real.Comm_free(&own) != MPI_SUCCESS) pf_fail("MPI_Comm_free failed");
  }
  free(s->requests);
  free(s->statuses);
  free(s->aside);
  free(s->awaits);
  free(s->list);
  free(s->parts);
  free(s);
  c->shadow = NULL;
}

void pf_shadows_end(void) {
  for (unsigned i = 0; i < pf.by_handle.size; i++)
    for (struct md_entry *e = pf.by_handle.bucket[i]; e != NULL; e = e->next) {
      struct pf_comm *c = (struct pf_comm *)e;
      if (c->shadow != NULL) end_plans(c->shadow);
    }
}
