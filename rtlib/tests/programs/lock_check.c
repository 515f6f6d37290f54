/* The lock: threads that come in, come in again, let others in while they wait, and are cancelled while they wait for their turn. */
#include "../../src/rt.h"

#include <sched.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 6, ROUNDS = 4000, ENDING = 30 };

static atomic_int inside;
static long entries; /* guarded by the lock */

/* Alone inside, for some time. */
static void stay(int long_) {
  CHECK(atomic_fetch_add(&inside, 1) == 0, "two are inside");
  entries++;
  if (long_) sched_yield();
  for (int i = 0; long_ && i < 2000; i++) CHECK(atomic_load(&inside) == 1, "another came in");
  CHECK(atomic_fetch_sub(&inside, 1) == 1, "two were inside");
}

static void *goes(void *seed) {
  unsigned n = (unsigned)(uintptr_t)seed;
  for (int i = 0; i < ROUNDS; i++) {
    n = n * 1103515245 + 12345;
    md_lock_slow();
    stay(n >> 20 & 1);
    if (n >> 21 & 1) { /* again */
      md_lock_slow();
      stay(0);
      if (n >> 22 & 1) md_gate_pass_slow();
      stay(0);
      md_unlock_slow();
      stay(n >> 23 & 1);
    }
    md_unlock_slow();
    CHECK(!md_gate_wanted(), "one outside is asked to let others in");
  }
  return NULL;
}

/* Until it is cancelled, which may be outside alone. */
static void *ends(void *unused) {
  for (;; pthread_testcancel()) {
    md_lock_slow();
    stay(1);
    md_unlock_slow();
  }
  return unused;
}

static void *cancels(void *unused) {
  for (int i = 0; i < ENDING; i++) {
    pthread_t t;
    CHECK(pthread_create(&t, NULL, ends, unused) == 0, "create");
    usleep(300);
    CHECK(pthread_cancel(t) == 0 && pthread_join(t, NULL) == 0, "cancel");
  }
  return NULL;
}

int main(void) {
  pthread_t t[THREADS], c;
  alarm(100); /* nobody comes in any more */
  pthread_create(&c, NULL, cancels, NULL);
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, goes, (void *)(uintptr_t)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  pthread_join(c, NULL);
  md_lock_slow();
  stay(0);
  md_unlock_slow();
  CHECK(md_rt.gate.waiting == 0 && atomic_load(&md_rt.gate.asleep) == 0, "some still wait");
  CHECK(entries > THREADS * ROUNDS, "%ld entries", entries);
  printf("ok\n");
  return 0;
}
