/* The state at the start, and the lock. */
#include "rt.h"

#include <sched.h>

struct md_runtime md_rt = {
    .rank = -1,
    .lock = ATOMIC_FLAG_INIT,
    .transport = {.near.group = MPI_GROUP_NULL,
                  .guard.guarded = MPI_COMM_NULL,
                  .comms = {.keyval = MPI_KEYVAL_INVALID, .epoch = 1},
                  .outbox.last = &md_rt.transport.outbox.under_way},
};

void md_lock_slow(void) {
  for (int i = 0; atomic_flag_test_and_set_explicit(&md_rt.lock, memory_order_acquire); i++)
    if (i % 64 == 63) sched_yield();
}

void md_unlock_slow(void) { atomic_flag_clear_explicit(&md_rt.lock, memory_order_release); }

/* Whether this thread has the lock. */
static _Thread_local bool locked;

void md_lock_taken(bool taken) {
  md_assert(locked != taken);
  locked = taken;
}

bool md_locked(void) { return locked; }
