/* What is known of the collective calls on a communicator of the program, and a communicator of the library's own beside it, for
 * their messages.
 *
 * That is made in the first call that needs it, which all ranks know to be one: a program that makes few calls never has it. It
 * has no attributes of the program's, whose functions would see it. */
#ifndef PF_SHADOW_H
#define PF_SHADOW_H

#include "await.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

enum { PF_PLANS = 32 };

struct pf_shadow {
  struct pf_comm *comm; /* NULL: not made */
  pf_purse purse;
  unsigned plans_n;
  struct pf_plan plans[PF_PLANS];
  struct pf_order **early[PF_PLANS]; /* by plan and rank: what was asked for of its next call; NULL: nothing */
  void **aside;          /* by receive: where a message is put that the program's type scatters; NULL: in its place */
  MPI_Request *requests; /* room for one call: receives, then sends */
  MPI_Status *statuses;
  struct pf_await *awaits, **list; /* of the receives */
  char *parts; /* of a reduction */
  size_t parts_room;
};

/* Whether collective calls on this communicator may be made of messages: all ranks say the same. */
bool pf_shadow_may(const struct pf_comm *c);
/* NULL: there can be none, on no rank. */
struct pf_shadow *pf_shadow(struct pf_comm *c);
/* Makes the communicator of its own; all ranks do. False: it cannot be, on no rank. */
bool pf_shadow_open(struct pf_comm *c);
/* Room for the parts of a reduction. */
char *pf_shadow_parts(struct pf_shadow *s, size_t bytes);
/* What was asked for of the next call of a plan, by rank. */
struct pf_order **pf_shadow_early(struct pf_shadow *s, int plan);
/* The plan for calls of a kind and size. NULL: there are too many already. */
struct pf_plan *pf_shadow_plan(struct pf_shadow *s, int kind, size_t bytes);

/* The communicator of the program ends, in a collective call. */
void pf_shadow_end(MPI_Comm handle);
/* All end. */
void pf_shadows_end(void);

#pragma GCC visibility pop
#endif
