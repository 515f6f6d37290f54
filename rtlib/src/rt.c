/* The state at the start, and the lock. */
#include "rt.h"

struct md_runtime md_rt = {
    .rank = -1,
    .gate = {.bed = PTHREAD_MUTEX_INITIALIZER, .turn = PTHREAD_COND_INITIALIZER},
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

static bool my_turn(unsigned ticket) { return atomic_load(&gate->served) == ticket; }

/* Sleeps until served: where there are more threads than cores, one that asks again and again takes the core of the one that it waits for. Whoever
 * ended here would have his turn for ever, so no thread is cancelled in its sleep. */
static void sleep_until(unsigned ticket) {
  int cancelled;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled);
  pthread_mutex_lock(&gate->bed);
  atomic_fetch_add(&gate->asleep, 1);
  while (!my_turn(ticket)) pthread_cond_wait(&gate->turn, &gate->bed);
  atomic_fetch_sub(&gate->asleep, 1);
  pthread_mutex_unlock(&gate->bed);
  pthread_setcancelstate(cancelled, &cancelled);
}

void md_lock_slow(void) {
  enum { LOOKS = 256 }; /* a microsecond or two: as long as one look at the network takes */
  if (depth++ > 0) return;
  unsigned ticket = atomic_fetch_add_explicit(&gate->next, 1, memory_order_relaxed);
  for (int i = 0; i < LOOKS; i++)
    if (my_turn(ticket)) return;
  sleep_until(ticket);
}

void md_unlock_slow(void) {
  if (--depth > 0) return;
  atomic_fetch_add(&gate->served, 1); /* before who sleeps is asked: who lies down looks once more when he is counted */
  if (atomic_load(&gate->asleep) == 0) return;
  pthread_mutex_lock(&gate->bed);
  pthread_cond_broadcast(&gate->turn);
  pthread_mutex_unlock(&gate->bed);
}

bool md_gate_wanted(void) {
  return depth > 0 && atomic_load_explicit(&gate->next, memory_order_relaxed) != atomic_load_explicit(&gate->served, memory_order_relaxed) + 1;
}

void md_gate_pass_slow(void) {
  if (!md_gate_wanted()) return;
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
