/* A communicator of the library's own beside one of the program, for the messages of collective calls.
 *
 * It is made in the first call that may need it, which all ranks know to be one. It has no attributes of the program's, whose
 * functions would see it. */
#ifndef PF_SHADOW_H
#define PF_SHADOW_H

#include "await.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

struct pf_shadow {
  struct pf_comm *comm;
  unsigned plans_n;
  struct pf_plan plans[32];
  MPI_Request *requests; /* room for one call: receives, then sends */
  MPI_Status *statuses;
  struct pf_await *awaits, **list; /* of the receives */
};

/* Whether collective calls on this communicator may be made of messages: all ranks say the same. */
bool pf_shadow_may(const struct pf_comm *c);
/* NULL: there is none, on no rank. */
struct pf_shadow *pf_shadow(struct pf_comm *c);
/* The plan for calls of a kind and size. NULL: there are too many already. */
struct pf_plan *pf_shadow_plan(struct pf_shadow *s, int kind, size_t bytes);

/* The communicator of the program ends, in a collective call. */
void pf_shadow_end(MPI_Comm handle);
/* All end. */
void pf_shadows_end(void);

#pragma GCC visibility pop
#endif
