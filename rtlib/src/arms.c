/* Which arm a site runs: what options ask for, or what its tuner tries or keeps; and what it is told before it tries. */
#include <string.h>

#include "rt.h"
#include "tune.h"
#include "weigh.h"

/* The one arm of all sites that options ask for, -1 if each is to find its own. */
static int asked(void) {
  if (md_rt.opt.mode != NULL && strcmp(md_rt.opt.mode, "plain") == 0) return MD_PLAIN;
  return md_rt.opt.tune == 1 ? -1 : (int)md_rt.opt.tune;
}

int md_tune_forced(void) { return md_rt.overlap ? asked() : MD_PLAIN; }

bool md_tune_free(void) { return asked() < 0; }

bool md_tune_asked(void) { return md_tune_forced() >= 0; }

const struct md_arm *md_arm_of(const struct md_tuner *t) {
  int f = md_tune_forced();
  return &md_arms[f >= 0 ? f : t->arm];
}

int md_tune_numbered(const char *name) {
  int a = (int)MD_ARMS - 1;
  while (a >= 0 && strcmp(md_arms[a].name, name) != 0) a--;
  return a;
}

const char *md_tune_name(int arm) { return md_arms[arm].name; }

void md_tune_remember(struct md_tuner *t, int arm) {
  t->remembered = arm + 1;
  t->guessed = false;
}

void md_tune_guess(struct md_tuner *t, int arm) {
  md_tune_remember(t, arm);
  t->guessed = true;
}

/* Nothing comes back from the receiver: that it gains is not seen here. */
void md_tune_proved(struct md_tuner *t, bool answered) {
  enum { AGAIN = 64 };
  if (t->executions % AGAIN != 1 && t->judged) return;
  t->one_way = !answered;
  t->judged = true;
}

void md_tune_behind(struct md_tuner *t, bool one_way) { t->behind = one_way; }

double md_tune_lost(const struct md_tuner *t) {
  double least = 0;
  if (md_arms[t->best].early || t->period[t->best] <= 0) return 0;
  for (int a = 0; a < MD_ARMS; a++)
    if (md_arms[a].early && t->period[a] > 0 && (least == 0 || t->period[a] < least)) least = t->period[a];
  return least > 0 ? 100 * (least / t->period[t->best] - 1) : 0;
}
