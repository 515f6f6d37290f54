/* The state at the start, and the lock. */
#include "rt.h"

#include <sched.h>

struct md_runtime md_rt = {
    .rank = -1,
    .transport = {.near.group = MPI_GROUP_NULL,
                  .guard.guarded = MPI_COMM_NULL,
                  .guard.ours = MPI_ERRHANDLER_NULL,
                  .comms = {.keyval = MPI_KEYVAL_INVALID, .epoch = 1},
                  .outbox.last = &md_rt.transport.outbox.under_way},
};

_Thread_local char md_thread;

/* How often this thread is inside. */
static _Thread_local unsigned depth;

static struct md_gate *const gate = &md_rt.gate;

void md_lock_slow(void) {
  if (depth++ > 0) return;
  unsigned ticket = atomic_fetch_add_explicit(&gate->next, 1, memory_order_relaxed);
  for (int i = 0; atomic_load_explicit(&gate->served, memory_order_acquire) != ticket; i++)
    if (i % 64 == 63) sched_yield();
}

void md_unlock_slow(void) {
  if (--depth > 0) return;
  unsigned served = atomic_load_explicit(&gate->served, memory_order_relaxed);
  atomic_store_explicit(&gate->served, served + 1, memory_order_release);
}

void md_gate_pass_slow(void) {
  unsigned next = atomic_load_explicit(&gate->next, memory_order_relaxed);
  if (depth == 0 || next == atomic_load_explicit(&gate->served, memory_order_relaxed) + 1) return;
  unsigned inside = depth;
  depth = 1;
  gate->waiting++;
  md_unlock_slow();
  md_lock_slow();
  gate->waiting--;
  depth = inside;
}

/* Whether this thread has the lock. */
static _Thread_local bool locked;

void md_lock_taken(bool taken) {
  md_assert(locked != taken);
  locked = taken;
}

bool md_locked(void) { return locked; }
