/* What regions tell procedures that are called from them.
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
 * A thread of a team that enters a region tells nothing: others of the team
 * would hear it. What was told before the team began holds for all of it. */
#include "told.h"

#include "memory.h"

static struct md_tells *const tells = &md_rt.entries.tells;

/* Of the OpenMP library, as in owner.h. A team of one is a team, too: what is told must not depend on the number of threads. */
extern int omp_get_level(void) __attribute__((weak, visibility("default")));

static bool in_team(void) { return omp_get_level != NULL && omp_get_level() > 0; }

void mdmp_region_tell(const void *comm, int tag) {
  if (in_team()) return;
  MD_INSIDE;
  md_lock();
  uint64_t now = atomic_load_explicit(&tells->now, memory_order_relaxed);
  tells->before = md_grow(tells->before, &tells->room, tells->depth + 1, sizeof *tells->before);
  tells->before[tells->depth++] = now;
  if (tag == MDMP_UNTAGGED && (uint32_t)now != 0) tag = md_told_tag(tag);
  atomic_store_explicit(&tells->now, md_told_pack(md_told_comm(comm), tag), memory_order_relaxed);
  md_unlock();
}

void mdmp_region_told(void) {
  if (in_team()) return;
  MD_INSIDE;
  md_lock();
  md_assert(tells->depth > 0);
  if (tells->depth > 0) atomic_store_explicit(&tells->now, tells->before[--tells->depth], memory_order_relaxed);
  md_unlock();
}
