/* Nests that have no part in anything.
 *
 * To state what a nest touches and to plan it costs a few microseconds, and in
 * most nests of a program nothing comes of it: they write nothing that is sent
 * and read nothing that was received. So a nest that was planned a few times
 * for nothing is idle as long as nothing has changed: no receive is pending
 * anywhere, history expects no other messages, and nobody sends early. Where
 * some exchange does send early, a nest must have been quiet for far longer, and
 * it looks again now and then: every sixteenth time, and when another exchange
 * begins to send early. */
#include "idle.h"

#include "history.h"
#include "pending.h"
#include "rt.h"
#include "tune.h"

enum {
  ENOUGH = 6,  /* plans for nothing, if nobody sends early */
  LONG = 64,   /* quiet executions, if somebody does */
  AFRESH = 12, /* quiet executions after somebody has begun to */
  AGAIN = 16,  /* every so many executions it looks again */
};

bool md_idle(const struct md_idle *i) {
  if (md_under_way() || md_rt.fault != 0) return false;
  if (i->looks < ENOUGH || i->list != md_history_list()) return false;
  if (md_tune_any_early()) return i->turns == md_tune_turns() && i->quiet > LONG && i->quiet % AGAIN != 0;
  md_history_unseen();
  return true;
}

void md_idle_over(struct md_idle *i, bool quiet) {
  i->quiet = quiet ? i->quiet + 1 : 0;
  if (i->turns != md_tune_turns() && i->quiet > LONG - AFRESH) i->quiet = LONG - AFRESH;
  i->turns = md_tune_turns();
  i->looks = i->list == md_history_list() ? i->looks + 1 : 0;
  i->list = md_history_list();
}
