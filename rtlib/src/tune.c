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
 * Arms are compared in rounds, one window of each after the other, so that what
 * changes on the machine meanwhile befalls all. The winner holds; then, ever
 * more rarely, another arm challenges it in turns of the same kind, which become
 * longer: each sample is the mean of more executions. Plain needs no reason; what
 * replaces it must win by more than chance would explain. */
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
enum { WARM = 4, SKIP = 1, WINDOW = 5, ROUNDS = 2, FIRST_HOLD = 96, LONGEST_HOLD = 6144, LARGEST_GROUP = 8 };
enum { TRYING, HOLDING, CHALLENGING };

/* What must be won to give up plain, and to give up what holds. */
static const double margin = 0.98;

/* The same where all messages stay on one machine: each is a copy by the processors that compute, so there is little
 * to hide, and most of what seems to be won comes of how the ranks wait for each other. */
static const double margin_near = 0.92;

/* An arm this much slower is out of the question for most challenges, and one this much slower each time
 * is not tried on. */
static const double hopeless = 1.1, awful = 2;
enum { PATIENCE = 2 };

_Static_assert((SKIP + WINDOW) * ROUNDS * 2 <= (int)MD_SAMPLES && (int)ARMS <= (int)MD_ARMS,
               "a site has room for the figures of all arms");

/* ---- the arm of a site ---- */

static int forced(void) {
  if (!md_rt.overlap) return PLAIN;
  if (md_rt.opt.mode != NULL && strcmp(md_rt.opt.mode, "plain") == 0) return PLAIN;
  return md_rt.opt.tune == 1 ? -1 : (int)md_rt.opt.tune;
}

const struct md_arm *md_arm_of(const struct md_tuner *t) {
  int f = forced();
  return &arms[f >= 0 ? f : t->arm];
}

bool md_tune_asked(void) { return forced() >= 0; }

static struct md_tuning *const tuning = &md_rt.policy.tuning;

unsigned md_tune_turns(void) { return tuning->turns; }

bool md_tune_any_early(void) {
  int f = forced();
  return f >= 0 ? arms[f].early : tuning->early_sites > 0;
}

/* Nothing comes back from the receiver: that it gains is not seen here. */
void md_tune_proved(struct md_tuner *t, bool answered) {
  enum { AGAIN = 64 };
  if (t->executions % AGAIN != 1 && t->judged) return;
  t->one_way = !answered;
  t->judged = true;
}

/* ---- comparing ---- */

/* The samples of an arm in ascending order, and how many there are. */
static int sorted(const struct md_tuner *t, int arm, double v[MD_SAMPLES]) {
  int n = t->samples[arm] < (int)MD_SAMPLES ? t->samples[arm] : (int)MD_SAMPLES;
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && v[k - 1] > t->sample[arm][i]; k--) v[k] = v[k - 1];
    v[k] = t->sample[arm][i];
  }
  return n;
}

static double median(const struct md_tuner *t, int arm) {
  double v[MD_SAMPLES];
  int n = sorted(t, arm, v);
  return n % 2 == 1 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

/* The square of the standard error of the median, from the distance of the quartiles. */
static double variance(const struct md_tuner *t, int arm) {
  double v[MD_SAMPLES];
  int n = sorted(t, arm, v);
  double range = v[3 * n / 4] - v[n / 4];
  return 0.86 * range * range / n;
}

/* How a period counts. Plain needs no reason. What is proved to be final and
 * goes one way helps the receiver: it must be far slower here to be given up. */
static double weight(const struct md_tuner *t, int arm) {
  if (t->one_way) return arms[arm].early ? 1 : 1.5;
  return arm != PLAIN ? 1 : t->near ? margin_near : margin;
}

static double weighed(const struct md_tuner *t, int arm) { return weight(t, arm) * t->period[arm]; }

/* Whether arm a takes the place of b. What is not plain must win by 1.5 standard errors. */
static bool better(const struct md_tuner *t, int a, int b) {
  double won = weighed(t, b) - weighed(t, a);
  if (a == PLAIN) return won > 0;
  if (b != PLAIN) won -= (1 - margin) * weighed(t, b);
  return won > 0 && won * won > 2.25 * (variance(t, a) + variance(t, b));
}

static int fastest(const struct md_tuner *t) {
  int best = PLAIN;
  for (int a = 0; a < TRIED_FIRST; a++)
    if (a != best && better(t, a, best)) best = a;
  return best;
}

bool md_tune_trying(const struct md_tuner *t) { return t->stage != HOLDING; }

double md_tune_lost(const struct md_tuner *t) {
  double least = 0;
  if (arms[t->best].early || t->period[t->best] <= 0) return 0;
  for (int a = 0; a < ARMS; a++)
    if (arms[a].early && t->period[a] > 0 && (least == 0 || t->period[a] < least)) least = t->period[a];
  return least > 0 ? 100 * (least / t->period[t->best] - 1) : 0;
}

/* ---- stages ----
 *
 * How long a stage lasts and which arm it tries does not depend on what is
 * found: all ranks try the same thing at the same time. Only an arm that is
 * awful is dropped: the best runs for the rest of its time. */

static void use(struct md_tuner *t, int arm) {
  if (arm != t->arm) t->skip = SKIP;
  tuning->early_sites += arms[arm].early - arms[t->arm].early;
  if (arms[arm].early && !arms[t->arm].early) {
    tuning->turns++;
    md_tell();
  }
  t->arm = arm;
}

/* The arm to measure others against, -1 for none yet. */
static int standard(const struct md_tuner *t) {
  if (t->stage != TRYING) return t->best;
  int best = -1;
  for (int a = 0; a < TRIED_FIRST; a++) {
    if (t->samples[a] < WINDOW || t->out >> a & 1) continue;
    if (best < 0 || weight(t, a) * median(t, a) < weight(t, best) * median(t, best)) best = a;
  }
  return best;
}

static void window(struct md_tuner *t, int arm) {
  use(t, t->out >> arm & 1 ? standard(t) : arm);
  t->measured = 0;
  t->grouped = 0;
  t->sum = 0;
  t->left = SKIP + WINDOW * t->group;
}

static void hold(struct md_tuner *t) {
  t->stage = HOLDING;
  use(t, t->best);
  t->left = t->hold;
}

static void tried(struct md_tuner *t) {
  if (++t->turn < ROUNDS * TRIED_FIRST) {
    window(t, t->turn % TRIED_FIRST);
    return;
  }
  for (int a = 0; a < TRIED_FIRST; a++) t->period[a] = median(t, a);
  t->best = fastest(t);
  t->hold = FIRST_HOLD;
  hold(t);
}

/* Arms that were never tried come first. One that lost by far sits out three challenges of four: the best
 * runs in its place. */
static int challenger(const struct md_tuner *t) {
  int a = (t->challenges + TRIED_FIRST) % ARMS;
  bool lost = t->challenges >= ARMS - TRIED_FIRST && weighed(t, a) > hopeless * weighed(t, t->best);
  return lost && t->challenges / ARMS % 4 != 3 ? t->best : a;
}

static void held(struct md_tuner *t) {
  t->contender = challenger(t);
  t->samples[t->best] = t->samples[t->contender] = 0;
  t->stage = CHALLENGING;
  t->out = 0;
  t->group = t->hold / (4 * FIRST_HOLD); /* trials stay rare */
  if (t->group < 1) t->group = 1;
  if (t->group > LARGEST_GROUP) t->group = LARGEST_GROUP;
  t->turn = 0;
  window(t, t->contender);
}

static void challenged(struct md_tuner *t) {
  if (++t->turn < ROUNDS * 2) {
    window(t, t->turn % 2 == 0 ? t->contender : t->best);
    return;
  }
  t->period[t->contender] = median(t, t->contender);
  t->period[t->best] = median(t, t->best);
  if (t->contender != t->best && better(t, t->contender, t->best)) t->best = t->contender;
  t->challenges++;
  if (t->challenges >= ARMS - TRIED_FIRST && t->hold < LONGEST_HOLD) t->hold *= 2;
  hold(t);
}

static void keep(struct md_tuner *t) {
  t->sample[t->arm][t->samples[t->arm]++ % MD_SAMPLES] = t->sum / t->grouped;
  t->grouped = 0;
  t->sum = 0;
}

/* How many times the best an arm may take to be tried on. Where what is proved goes one way the receivers pay for what
 * is not early, and here a buffer may hide it: the weight says already how far it must win. */
static double limit(const struct md_tuner *t) { return t->one_way && !arms[t->arm].early ? 1 : awful; }

/* Drops the arm on trial if not even its fastest execution in this window was near. */
static void drop(struct md_tuner *t, double period) {
  if (t->measured++ == 0 || period < t->quickest) t->quickest = period;
  int best = t->measured == PATIENCE ? standard(t) : -1;
  if (best < 0 || best == t->arm) return;
  double known = t->stage == TRYING ? median(t, best) : t->period[best];
  if (weight(t, t->arm) * t->quickest < limit(t) * weight(t, best) * known) return;
  if (t->grouped > 0) keep(t);
  t->out |= 1u << t->arm;
  use(t, best);
}

static void record(struct md_tuner *t, double period) {
  t->sum += period;
  if (++t->grouped == t->group) keep(t);
  drop(t, period);
}

static void sample(struct md_tuner *t, double period) {
  if (t->skip > 0) t->skip--;
  else if (t->stage != HOLDING) record(t, period);
  if (--t->left > 0) return;
  switch (t->stage) {
  case TRYING: tried(t); break;
  case HOLDING: held(t); break;
  default: challenged(t);
  }
}

/* ---- stays in regions ---- */

bool md_tune_inside(void) { return tuning->depth > 0; }

uint64_t md_tune_stay(void) { return tuning->depth > 0 ? tuning->stay[tuning->depth - 1].number : 0; }

static void forget(struct md_stay *s) {
  for (struct md_tuner *t = s->sites; t != NULL; t = t->listed_next) t->listed = false;
}

void md_tune_enter(const void *region) {
  if (!md_rt.overlap) return;
  int d = tuning->depth;
  while (d > 0 && tuning->stay[d - 1].region != region) d--;
  while (d > 0 && tuning->depth >= d) forget(&tuning->stay[--tuning->depth]); /* left without a word, it and what is in it */
  if (tuning->depth == MD_STAYS) return;
  struct md_stay *s = &tuning->stay[tuning->depth++];
  *s = (struct md_stay){.region = region, .number = ++tuning->ever, .since = MPI_Wtime()};
}

/* Figures of another kind: begin again. */
static void measure(struct md_tuner *t, bool stay) {
  t->stay = stay;
  memset(t->samples, 0, sizeof t->samples);
  t->stage = TRYING;
  t->group = 1;
  t->out = 0;
  t->turn = 0;
  window(t, 0);
}

enum { SINGLES = 4 }; /* stays with one execution that make a rule */

void md_tune_leave(void) {
  if (!md_rt.overlap || tuning->depth == 0) return;
  struct md_stay *s = &tuning->stay[--tuning->depth];
  double length = MPI_Wtime() - s->since;
  for (struct md_tuner *t = s->sites; t != NULL; t = t->listed_next) {
    t->listed = false;
    if (t->entry != s->number || t->times > 1) continue;
    t->single++;
    if (!t->stay && t->single == SINGLES) measure(t, true);
    else if (t->stay) sample(t, length);
  }
}

static void list(struct md_tuner *t) {
  if (t->listed || tuning->depth == 0) return;
  t->listed = true;
  t->listed_next = tuning->stay[tuning->depth - 1].sites;
  tuning->stay[tuning->depth - 1].sites = t;
}

/* What is sent is not foreseen yet (history.c): nothing can be early. */
static bool learning(struct md_tuner *t) {
  enum { PATIENCE = 160, REST = 1 };
  if (t->surprises != t->surprised && t->executions < PATIENCE) t->learnt = t->executions;
  t->surprised = t->surprises;
  return !t->stated && t->executions <= t->learnt + REST;
}

void md_tune_begin(struct md_tuner *t) {
  if (forced() >= 0) return;
  double now = MPI_Wtime(), period = now - t->last;
  if (t->executions == 0) {
    tuning->early_sites += arms[t->arm].early;
    measure(t, false);
  }
  bool again = t->executions++ > 0 && t->entry == md_tune_stay();
  t->last = now;
  t->entry = md_tune_stay();
  t->times = again ? t->times + 1 : 1;
  if (!again) {
    list(t);
    return;
  }
  t->single = 0;
  if (t->stay) measure(t, false);
  else if (t->executions > WARM && !learning(t)) sample(t, period);
}
