/* Tuning.
 *
 * No rule of thumb is right on every machine, so each site tries its ways of
 * running (arms) for a few executions and keeps the fastest. The windows are
 * counted in executions of the site, which are the same on all ranks of a
 * program that does the same everywhere. Correctness never depends on it: any
 * sender meets any receiver.
 *
 * What is compared is the time from one execution to the next, inside one
 * stay in a region; a site that is executed once in each stay is judged by the
 * length of the stay. Time outside the region is nobody's business here.
 *
 * After the first trials the winner holds for a while; then another arm gets a
 * window to challenge it, ever more rarely as long as none wins. */
#include "tune.h"

#include <mpi.h>
#include <string.h>

#include "rt.h"

/* The second is MDMP_MODE=plain; the numbers of the others can be given as MDMP_TUNE. */
static const struct md_arm arms[] = {
    {"early", true, true, true, 50},
    {"plain", false, false, false, 0},
    {"late", true, true, false, 50},
    {"early, interior first", true, true, true, 100},
    {"late, large messages whole", true, false, false, 50},
};

enum { ARMS = sizeof arms / sizeof *arms, PLAIN = 1, TRIED_FIRST = 3 };
enum { WARM = 2, SKIP = 1, WINDOW = 5, FIRST_HOLD = 40, LONGEST_HOLD = 2560 };
enum { TRYING, HOLDING, CHALLENGING };

_Static_assert((int)WINDOW <= (int)MD_SAMPLES && (int)ARMS <= (int)MD_ARMS, "a site has room for the figures of all arms");

/* ---- the arm of a site ---- */

static int forced(void) {
  if (!md_rt.overlap) return PLAIN;
  if (md_rt.opt.mode != NULL && strcmp(md_rt.opt.mode, "plain") == 0) return PLAIN;
  return md_rt.opt.tune == 1 ? -1 : (int)md_rt.opt.tune;
}

const struct md_arm *md_arm_of(const struct md_site *s) {
  int f = forced();
  return &arms[f >= 0 ? f : s->tune.arm];
}

static int early_sites; /* that run an early arm */

bool md_tune_any_early(void) {
  int f = forced();
  return f >= 0 ? arms[f].early : early_sites > 0;
}

void md_tune_proved(struct md_site *s) { s->tune.proved = true; }

/* ---- comparing ---- */

static double median(const struct md_tuner *t) {
  int n = t->samples < MD_SAMPLES ? t->samples : MD_SAMPLES;
  double v[MD_SAMPLES];
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && v[k - 1] > t->sample[i]; k--) v[k] = v[k - 1];
    v[k] = t->sample[i];
  }
  return n % 2 == 1 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

/* A period as it counts: plain needs no reason, but what is proved to be final
 * helps the receiver, who waits where the sender does not see it. */
static double weighed(const struct md_tuner *t, int arm) {
  return t->period[arm] * (arm != PLAIN ? 1 : t->proved ? 1.02 : 0.99);
}

static int fastest(const struct md_tuner *t) {
  int best = PLAIN;
  for (int a = 0; a < TRIED_FIRST; a++)
    if (weighed(t, a) < weighed(t, best)) best = a;
  return best;
}

/* Two samples that are far beyond the best arm's need no third. */
static bool hopeless(const struct md_tuner *t) {
  if (t->stage == TRYING && t->arm == 0) return false;
  double best = t->period[t->best];
  return t->samples >= 2 && t->sample[0] > 1.3 * best && t->sample[1] > 1.3 * best;
}

/* ---- stages ---- */

static void run(struct md_tuner *t, int stage, int arm) {
  if (arm != t->arm) t->skip = SKIP;
  early_sites += arms[arm].early - arms[t->arm].early;
  t->stage = stage;
  t->arm = arm;
  t->samples = t->held = 0;
}

static void tried(struct md_tuner *t) {
  if (t->arm == 0 || weighed(t, t->arm) < weighed(t, t->best)) t->best = t->arm;
  if (t->arm + 1 < TRIED_FIRST) {
    run(t, TRYING, t->arm + 1);
    return;
  }
  t->hold = FIRST_HOLD;
  run(t, HOLDING, t->best = fastest(t));
}

static void held(struct md_tuner *t) {
  if (++t->held < t->hold || t->samples < WINDOW) return;
  t->period[t->best] = median(t);
  do t->next = (t->next + 1) % ARMS;
  while (t->next == t->best || (t->next == 3 && !t->mixed));
  run(t, CHALLENGING, t->next);
}

static void challenged(struct md_tuner *t) {
  bool won = weighed(t, t->arm) < 0.99 * weighed(t, t->best);
  t->hold = won ? FIRST_HOLD : t->hold < LONGEST_HOLD ? 2 * t->hold : LONGEST_HOLD;
  if (won) t->best = t->arm;
  run(t, HOLDING, t->best);
}

static void sample(struct md_tuner *t, double period) {
  if (t->skip > 0) {
    t->skip--;
    return;
  }
  t->sample[t->samples++ % MD_SAMPLES] = period;
  if (t->stage == HOLDING) {
    held(t);
  } else if (t->samples == WINDOW || hopeless(t)) {
    t->period[t->arm] = median(t);
    if (t->stage == TRYING) tried(t);
    else challenged(t);
  }
}

/* ---- stays in regions ---- */

enum { DEPTH = 16 };

static struct stay {
  const void *region;
  uint64_t number;
  double since;
  struct md_site *sites; /* executed, and not in the list of a stay further out */
} stays[DEPTH];
static int depth;
static uint64_t ever;

static uint64_t now_in(void) { return depth > 0 ? stays[depth - 1].number : 0; }

static void forget(struct stay *s) {
  for (struct md_site *e = s->sites; e != NULL; e = e->tune.listed_next) e->tune.listed = false;
}

void md_tune_enter(const void *region) {
  if (!md_rt.overlap) return;
  int d = depth;
  while (d > 0 && stays[d - 1].region != region) d--;
  while (d > 0 && depth >= d) forget(&stays[--depth]); /* it was left without a word, and what is in it, too */
  if (depth < DEPTH) stays[depth++] = (struct stay){.region = region, .number = ++ever, .since = MPI_Wtime()};
}

/* Figures of another kind: begin again. */
static void measure(struct md_tuner *t, bool stay) {
  t->stay = stay;
  run(t, TRYING, 0);
}

enum { SINGLES = 4 }; /* stays with one execution that make a rule */

void md_tune_leave(void) {
  if (!md_rt.overlap || depth == 0) return;
  struct stay *s = &stays[--depth];
  double length = MPI_Wtime() - s->since;
  for (struct md_site *e = s->sites; e != NULL; e = e->tune.listed_next) {
    struct md_tuner *t = &e->tune;
    t->listed = false;
    if (t->entry != s->number || t->times > 1) continue;
    t->single++;
    if (!t->stay && t->single == SINGLES) measure(t, true);
    else if (t->stay) sample(t, length);
  }
}

static void list(struct md_site *e) {
  if (e->tune.listed || depth == 0) return;
  e->tune.listed = true;
  e->tune.listed_next = stays[depth - 1].sites;
  stays[depth - 1].sites = e;
}

/* What is sent is not foreseen yet (history.c): nothing can be early. */
static bool learning(struct md_site *s) {
  enum { PATIENCE = 48, REST = 1 };
  struct md_tuner *t = &s->tune;
  if (s->surprises != t->surprises && t->executions < PATIENCE) t->learnt = t->executions;
  t->surprises = s->surprises;
  return t->executions <= t->learnt + REST;
}

void md_tune_begin(struct md_site *s) {
  struct md_tuner *t = &s->tune;
  if (forced() >= 0) return;
  double now = MPI_Wtime(), period = now - t->last;
  if (t->executions == 0) early_sites += arms[t->arm].early;
  bool again = t->executions++ > 0 && t->entry == now_in();
  t->last = now;
  t->entry = now_in();
  t->times = again ? t->times + 1 : 1;
  if (!again) {
    list(s);
    return;
  }
  t->single = 0;
  if (t->stay) measure(t, false);
  else if (t->executions > WARM && !learning(s)) sample(t, period);
}
