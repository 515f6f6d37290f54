/* Communicator and tag that messages inherit from the region that they are called from.
 *
 * A message that says no communicator, or no tag, and stands in no region that
 * says it, has that of the region which was entered last and says one. Only while
 * the program runs is it known which that is. What held before holds again when
 * a region is left, so there is a stack; what holds now is one word, which any
 * thread may read.
 *
 * It has nothing to do with how messages travel (region.c): it holds in mode
 * plain, in regions that are shut, and before MPI_Init.
 *
 * Threads that OpenMP does not know of come one at a time, with any MDMP_THREADS.
 *
 * A thread of a team that enters a region changes nothing: others of the team
 * would inherit it, too. What held before the team began holds for all of it. */
#include "inherited.h"

#include "memory.h"

static struct md_inherited *const inherited = &md_rt.entries.inherited;

/* Of the OpenMP library, as in owner.h. A team of one is a team, too: what is inherited must not depend on the number of threads. */
extern int omp_get_level(void) __attribute__((weak, visibility("default")));

static bool in_team(void) { return omp_get_level != NULL && omp_get_level() > 0; }

void mdmp_inherit_begin(const void *comm, int tag) {
  if (in_team()) return;
  MD_INSIDE;
  md_lock();
  uint64_t now = atomic_load_explicit(&inherited->now, memory_order_relaxed);
  inherited->before = md_grow(inherited->before, &inherited->room, inherited->depth + 1, sizeof *inherited->before);
  inherited->before[inherited->depth++] = now;
  if (tag == MDMP_UNTAGGED && (uint32_t)now != 0) tag = md_inherited_tag(tag);
  atomic_store_explicit(&inherited->now, md_inherited_pack(md_inherited_comm(comm), tag), memory_order_relaxed);
  md_unlock();
}

void mdmp_inherit_end(void) {
  if (in_team()) return;
  MD_INSIDE;
  md_lock();
  md_assert(inherited->depth > 0);
  if (inherited->depth > 0) atomic_store_explicit(&inherited->now, inherited->before[--inherited->depth], memory_order_relaxed);
  md_unlock();
}
