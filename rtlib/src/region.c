/* Regions.
 *
 * Entering a region is the moment to make private communicators where MPI_Init
 * did not: it is collective by the rules of the language. At the end of a region
 * all receives are complete, and what was begun early and not executed is
 * withdrawn, but for guesses: the next stay in the region mostly executes what
 * the last one began. */
#include "region.h"

#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "early.h"
#include "guard.h"
#include "owner.h"
#include "init.h"
#include "memory.h"
#include "pending.h"
#include "pieces.h"
#include "rt.h"
#include "tune.h"
#include "hooks.h"

static struct md_regions *const regions = &md_rt.entries.regions;

static struct md_region *region_of(int64_t *r, const char *file, int line) {
  _Atomic int64_t *handle = (_Atomic int64_t *)r;
  int64_t known = atomic_load_explicit(handle, memory_order_acquire);
  if (known != 0) return (struct md_region *)(intptr_t)known;
  md_lock();
  struct md_region *g = (struct md_region *)(intptr_t)atomic_load_explicit(handle, memory_order_relaxed);
  if (g == NULL) {
    size_t length = strlen(file) + 1;
    g = md_zeroed(sizeof *g + length);
    memcpy(g + 1, file, length);
    g->where = (struct md_where){(const char *)(g + 1), line};
    g->next = regions->first;
    regions->first = g;
    atomic_store_explicit(handle, (int64_t)(intptr_t)g, memory_order_release);
  }
  md_unlock();
  return g;
}

/* The module mdmp_rt declares them, too, and compilers differ in whether that defines them: there they are common or
 * ordinary variables, so here they give way. */
#pragma weak mdmp_awake
#pragma weak mdmp_news
#pragma weak mdmp_zero
int mdmp_awake;
int64_t mdmp_news;
volatile long long mdmp_zero;

/* How messages are sent early in the region entered last, or in none. */
static struct md_ways ways_here(void) {
  return regions->depth > 0 ? regions->ways[regions->depth - 1] : (struct md_ways){.delta = MD_DELTA_AUTO};
}

static void say_ways(void) {
  struct md_ways w = ways_here();
  md_pieces_delta(w.delta);
  md_hooks_ways(&w);
}

/* In the region that is entered it is as in the one around it, until it says something else. */
static void enter(void) {
  struct md_ways around = ways_here();
  regions->ways = md_grow(regions->ways, &regions->room, regions->depth + 1, sizeof *regions->ways);
  regions->ways[regions->depth++] = around;
}

static void leave(void) {
  regions->depth--;
  say_ways();
}

/* What the region entered last may say of itself; NULL: it began when there were several threads. */
static struct md_ways *own_ways(void) {
  if ((md_rt.gated && !md_is_owner()) || regions->depth == 0) return NULL;
  return &regions->ways[regions->depth - 1];
}

/* Another stay begins, shut: nothing of it is managed. */
static void stay(struct md_region *g, bool shut) {
  if (md_rt.overlap) {
    mdmp_awake++;
    md_guard_stand();
    enter();
    regions->stays++;
    md_set_news(++md_rt.news);
  }
  md_tune_enter(g, shut);
}

/* The thread that enters g is the only one in here. */
static bool alone(const struct md_region *g) {
  md_meet(g->where, md_pending_any() || md_tune_inside());
  if (md_unlikely(md_several())) {
    if (md_is_owner()) md_settle_all();
    return false;
  }
  md_owner_set();
  if (md_unlikely(md_rt.promised)) md_only_leave();
  return true;
}

void mdmp_region_begin(int64_t *r, const char *file, int line) {
  struct md_region *g = region_of(r, file, line);
  if (md_unlikely(!md_rt.ready)) md_start_late(g->where);
  if (md_unlikely(md_rt.promised)) md_only_enter(g->where, md_pending_any());
  MD_INSIDE;
  if (!alone(g)) return;
  stay(g, false);
}

/* Nothing is pending or begun at both ends of it, as of every region: what was found out about its text rests on that.
 * Outside of all regions nothing is managed anyway, and nothing may be begun here that is collective. */
void mdmp_region_shut(int64_t *r, const char *file, int line) {
  if (!md_rt.overlap || mdmp_awake == 0) return;
  struct md_region *g = region_of(r, file, line);
  if (md_unlikely(md_rt.promised)) md_only_enter(g->where, md_pending_any());
  MD_INSIDE;
  if (!alone(g)) return;
  md_hooks_gone();
  md_settle_all();
  md_early_leave_region();
  stay(g, true);
}

uint64_t md_region_stay(void) { return regions->stays; }

void mdmp_region_comm(int64_t *r, const void *comm) {
  const struct md_region *g = (const struct md_region *)(intptr_t)*r;
  int handle;
  memcpy(&handle, comm, sizeof handle);
  md_comm_name(handle, g->where);
}

static void set_delta(size_t bytes) {
  if (!md_rt.overlap || !md_rt.ready) return;
  MD_INSIDE;
  struct md_ways *w = own_ways();
  if (w == NULL) return;
  w->delta = bytes;
  say_ways();
}

void mdmp_region_delta(int64_t *r, int64_t bytes) {
  const struct md_region *g = (const struct md_region *)(intptr_t)*r;
  if (bytes < 1) md_fail(g->where, "delta(%lld): a piece has at least one byte", (long long)bytes);
  set_delta((size_t)bytes);
}

void mdmp_region_elements(int64_t *r) {
  (void)r;
  set_delta(MD_DELTA_ELEMENT);
}

void mdmp_region_paged(int64_t *r, int on) {
  (void)r;
  if (!md_rt.overlap || !md_rt.ready) return;
  MD_INSIDE;
  struct md_ways *w = own_ways();
  if (w == NULL) return;
  w->paged = on != 0;
  say_ways();
}

void mdmp_region_end(int64_t *r) {
  (void)r;
  if (!md_rt.overlap || !md_rt.ready) return;
  MD_INSIDE;
  if (md_rt.gated && !md_is_owner()) return; /* it began when there were several threads */
  md_hooks_gone();
  md_settle_all();
  md_early_leave_region();
  md_tune_leave();
  if (mdmp_awake == 0) return;
  leave();
  if (--mdmp_awake > 0) return;
  md_guard_rest();
  md_set_news(0);
}

void mdmp_init(const char *file, int line) {
  if (!md_rt.ready) md_start_late((struct md_where){file, line});
}

void mdmp_init_comm(const char *file, int line, const void *comm) {
  int handle;
  mdmp_init(file, line);
  memcpy(&handle, comm, sizeof handle);
  md_comm_name(handle, (struct md_where){file, line});
}
