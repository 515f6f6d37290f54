/* Waits that last: see patience.h. */
#include "patience.h"

#include <mpi.h>

#include "rt.h"

static bool past(int64_t limit, double waited) { return limit > 0 && waited > (double)limit; }

enum md_time md_patience(struct md_patience *p) {
  double now = MPI_Wtime();
  if (p->since == 0) {
    p->since = now;
    p->next_look = now + 1;
  }
  if (past(md_rt.opt.timeout, now - p->since)) return MD_GIVE_UP;
  if (now < p->next_look) return MD_WAIT;
  p->next_look = now + 1;
  if (!md_rt.opt.warn || !past(md_rt.opt.stall, now - p->since)) return MD_LOOK;
  return atomic_exchange(&md_rt.stalled, true) ? MD_LOOK : MD_SAY;
}
