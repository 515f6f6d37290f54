/* Tuning.
 *
 * No rule of thumb is right on every machine, so each site tries its ways of
 * running (arms) for a few executions and keeps the fastest. The windows are
 * counted in executions of the site, which are the same on all ranks of a
 * program that does the same everywhere; what is compared is the time from one
 * execution to the next. Correctness never depends on it: any sender meets any
 * receiver. Now and then the winner and plain are compared again. */
#include "tune.h"

#include <mpi.h>
#include <string.h>

#include "rt.h"

static const struct md_arm arms[] = {
    {"early", true, true, true, 50},
    {"plain", false, false, false, 0},
    {"late", true, true, false, 50},
    {"early, interior first", true, true, true, 100},
    {"late, large messages whole", true, false, false, 50},
};

enum { ARMS = sizeof arms / sizeof *arms, PLAIN = 1, WARM = 3, WINDOW = 8, SKIP = 3, HOLD = 2000 };

_Static_assert((int)WINDOW <= (int)MD_SAMPLES && (int)ARMS <= (int)MD_ARMS, "a site has room for the figures of all arms");

static int forced(void) {
  if (!md_rt.overlap) return PLAIN;
  if (md_rt.opt.mode != NULL && strcmp(md_rt.opt.mode, "plain") == 0) return PLAIN;
  if (md_rt.opt.tune == 0) return 0;
  return -1;
}

const struct md_arm *md_arm_of(const struct md_site *s) {
  int f = forced();
  return &arms[f >= 0 ? f : s->tune.arm];
}

bool md_arm_early(const struct md_site *s) { return md_arm_of(s)->early; }

static double median(double *t, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && t[k] < t[k - 1]; k--) {
      double x = t[k];
      t[k] = t[k - 1];
      t[k - 1] = x;
    }
  return n % 2 == 1 ? t[n / 2] : 0.5 * (t[n / 2 - 1] + t[n / 2]);
}

static int fastest(const struct md_tuner *t) {
  int best = PLAIN;
  for (int a = 0; a < ARMS; a++)
    if (t->period[a] < t->period[best]) best = a;
  return best;
}

/* The window of an arm is over: the next arm, or the winner for a long time. */
static void next_arm(struct md_tuner *t) {
  t->period[t->arm] = median(t->sample, t->samples);
  t->samples = t->count = 0;
  if (t->trial + 1 < ARMS) {
    t->arm = ++t->trial;
    return;
  }
  t->arm = fastest(t);
  t->holding = true;
}

void md_tune_begin(struct md_site *s) {
  struct md_tuner *t = &s->tune;
  if (forced() >= 0) return;
  double now = MPI_Wtime(), period = now - t->last;
  t->last = now;
  if (t->executions++ < WARM) return;
  t->count++;
  if (t->holding) {
    if (t->count < HOLD) return;
    t->holding = false;
    t->count = 0;
    t->trial = t->arm = 0;
    return;
  }
  if (t->count > SKIP) t->sample[t->samples++] = period;
  if (t->samples == WINDOW) next_arm(t);
}
