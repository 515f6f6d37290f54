/* The thread that executes regions: see owner.h. */
#include "owner.h"

#include "pending.h"

void md_owner_set(void) { atomic_store_explicit(&md_rt.triggers.owner.thread, &md_thread, memory_order_relaxed); }

static _Noreturn void broken(struct md_where at) {
  md_fail(at, "MDMP_THREADS=one, but another thread executes directives at the same time, or has messages under way: "
              "leave MDMP_THREADS out");
}

void md_only_enter(struct md_where at, bool pending) {
  const char *nobody = NULL;
  if (!atomic_compare_exchange_strong(&md_rt.triggers.owner.only, &nobody, &md_thread)) broken(at);
  if (pending && !md_is_owner()) broken(at);
}

void md_only_leave(void) { atomic_store(&md_rt.triggers.owner.only, NULL); }

void md_meet(struct md_where at, bool ahead) {
  if (!md_rt.gated || md_several()) return;
  if (md_rt.gate.waiting == 0 && (!ahead || md_is_owner())) return;
  atomic_store_explicit(&md_rt.several, true, memory_order_relaxed);
  if (md_rt.rank == 0) /* threads meet on all processes or on none, mostly */
    md_warn(at, "another thread executes directives at the same time: from here on everything goes plain in this process; messages "
                "overlap as long as one thread at a time does (MDMP_THREADS)");
}

void md_lie_down(void) {
  MD_INSIDE;
  md_settle_all();
}
