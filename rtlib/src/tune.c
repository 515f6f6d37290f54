/* Tuning.
 *
 * No rule of thumb is right on every machine, so each site tries its ways of
 * running (arms) for a few executions and keeps the fastest. The windows are
 * counted in executions of the site, which are the same on all ranks of a
 * program that does the same everywhere. Correctness never depends on it: any
 * sender meets any receiver.
 *
 * What is compared (weigh.c) is the time from one execution to the next, inside one
 * stay in a region; a site that is executed once in each stay is judged by the
 * length of the stay. Time outside the region is nobody's business here.
 *
 * Arms are compared in rounds, one window of each after the other, so that what
 * changes on the machine meanwhile befalls all. The winner holds; then, ever
 * more rarely, another arm challenges it in turns of the same kind, which become
 * longer: each sample is the mean of more executions. A trial costs what the arm
 * on trial is slower by, so an arm that cannot win any more is given up in the
 * middle of it, and where the exchange takes next to nothing of a plain step
 * most challenges are left out. */
#include "tune.h"

#include <mpi.h>
#include <string.h>

#include "rt.h"
#include "weigh.h"

enum { WARM = 4, SKIP = 1, WINDOW = 5, ROUNDS = 2, DUELS = 4, FIRST_HOLD = 96, LONGEST_HOLD = 6144, LARGEST_GROUP = 8 };
enum { TRYING, HOLDING, CHALLENGING };

/* An arm this much slower is out of the question for most challenges. */
static const double hopeless = 1.1;
enum { PATIENCE = 2 }; /* executions after which an arm may be given up */

/* Parts of a plain step: an exchange that takes less is left plain while nothing is known, and is hardly challenged. */
static const double little = 0.05, next_to_nothing = 0.01;

_Static_assert((SKIP + WINDOW) * DUELS * 2 <= (int)MD_SAMPLES && (int)MD_ARMS <= (int)MD_ARM_ROOM,
               "a site has room for the figures of all arms");

/* ---- the arm of a site ---- */

/* The one arm of all sites that options ask for, -1 if each is to find its own. */
static int asked(void) {
  if (md_rt.opt.mode != NULL && strcmp(md_rt.opt.mode, "plain") == 0) return MD_PLAIN;
  return md_rt.opt.tune == 1 ? -1 : (int)md_rt.opt.tune;
}

bool md_tune_free(void) { return asked() < 0; }

static int forced(void) { return md_rt.overlap ? asked() : MD_PLAIN; }

const struct md_arm *md_arm_of(const struct md_tuner *t) {
  int f = forced();
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

/* An arm is known before trials. That the machine hides nothing says little of pipelines. */
static bool known(const struct md_tuner *t) { return t->remembered > 0 && !(t->guessed && t->one_way); }

int md_tune_kept(const struct md_tuner *t) { return t->begun && t->stage != TRYING ? t->best : -1; }

bool md_tune_asked(void) { return forced() >= 0; }

static struct md_tuning *const tuning = &md_rt.policy.tuning;

unsigned md_tune_turns(void) { return tuning->turns; }

bool md_tune_any_early(void) {
  int f = forced();
  return f >= 0 ? md_arms[f].early : tuning->early_sites > 0;
}

/* Nothing comes back from the receiver: that it gains is not seen here. */
void md_tune_proved(struct md_tuner *t, bool answered) {
  enum { AGAIN = 64 };
  if (t->executions % AGAIN != 1 && t->judged) return;
  t->one_way = !answered;
  t->judged = true;
}

bool md_tune_trying(const struct md_tuner *t) {
  return t->stage == TRYING || (t->stage == CHALLENGING && t->arm != t->best);
}

double md_tune_lost(const struct md_tuner *t) {
  double least = 0;
  if (md_arms[t->best].early || t->period[t->best] <= 0) return 0;
  for (int a = 0; a < MD_ARMS; a++)
    if (md_arms[a].early && t->period[a] > 0 && (least == 0 || t->period[a] < least)) least = t->period[a];
  return least > 0 ? 100 * (least / t->period[t->best] - 1) : 0;
}

/* ---- windows ---- */

static double weight(const struct md_tuner *t, int arm) { return md_weight(t, arm, md_margin); }

static double weighed(const struct md_tuner *t, int arm) { return weight(t, arm) * t->period[arm]; }

static void use(struct md_tuner *t, int arm) {
  if (arm != t->arm) t->skip = SKIP;
  tuning->early_sites += md_arms[arm].early - md_arms[t->arm].early;
  if (md_arms[arm].early && !md_arms[t->arm].early) {
    tuning->turns++;
    md_tell();
  }
  t->arm = arm;
}

/* The arm to measure others against, -1 for none yet. */
static int standard(const struct md_tuner *t) {
  if (t->stage != TRYING) return t->best;
  int best = -1;
  for (int a = 0; a < MD_TRIED_FIRST; a++) {
    if (t->samples[a] < WINDOW || t->out >> a & 1) continue;
    if (best < 0 || weight(t, a) * md_weigh_median(t, a) < weight(t, best) * md_weigh_median(t, best)) best = a;
  }
  return best;
}

/* Whether an arm whose executions take that long may still win. In the second round of the first trials it must be near, in
 * the second half of a challenge ahead. */
static bool bearable(const struct md_tuner *t, int arm, double period, int best) {
  double known = t->samples[best] > 0 ? md_weigh_median(t, best) : t->period[best], limit = md_weigh_limit(t, arm);
  if (t->stage == CHALLENGING && t->turn >= DUELS && !t->one_way) return period < known;
  if (t->stage == TRYING && t->turn >= MD_TRIED_FIRST && limit > hopeless && !t->one_way) limit = hopeless;
  return weight(t, arm) * period < limit * weight(t, best) * known;
}

/* The arm for a window that is arm's turn: the best in place of one that was given up. */
static int turn_of(struct md_tuner *t, int arm) {
  int best = standard(t);
  if (best < 0 || arm == best) return arm;
  if (t->samples[arm] >= PATIENCE && !bearable(t, arm, md_weigh_median(t, arm), best)) t->out |= 1u << arm;
  return t->out >> arm & 1 ? best : arm;
}

static void window(struct md_tuner *t, int arm) {
  use(t, turn_of(t, arm));
  t->measured = 0;
  t->grouped = 0;
  t->sum = 0;
  t->left = SKIP + WINDOW * t->group;
}

static void keep(struct md_tuner *t) {
  t->sample[t->arm][t->samples[t->arm]++ % MD_SAMPLES] = t->sum / t->grouped;
  t->grouped = 0;
  t->sum = 0;
}

/* Gives up the arm on trial if not even its fastest execution in this window was near. */
static void drop(struct md_tuner *t, double period) {
  if (t->measured++ == 0 || period < t->quickest) t->quickest = period;
  int best = t->measured == PATIENCE ? standard(t) : -1;
  if (best < 0 || best == t->arm || bearable(t, t->arm, t->quickest, best)) return;
  if (t->grouped > 0) keep(t);
  t->out |= 1u << t->arm;
  use(t, best);
}

static void record(struct md_tuner *t, double period) {
  if (t->plain.timed) {
    t->plain.spent += t->plain.took;
    t->plain.periods += period;
  }
  t->sum += period;
  if (++t->grouped == t->group) keep(t);
  drop(t, period);
}

/* ---- stages ----
 *
 * How long a stage lasts and which arm it tries does not depend on what is
 * found: all ranks try the same thing at the same time. Only in place of an arm
 * that was given up the best runs for the rest of its time. */

static void stage(struct md_tuner *t, int kind) {
  t->plain.share = md_weigh_share(t);
  t->plain.spent = t->plain.periods = 0;
  t->stage = kind;
  t->turn = 0;
  t->out = 0;
}

static void hold(struct md_tuner *t) {
  stage(t, HOLDING);
  use(t, t->best);
  t->left = t->hold;
}

static void challenge(struct md_tuner *t, int contender) {
  stage(t, CHALLENGING);
  t->contender = contender;
  t->samples[t->best] = t->samples[contender] = 0;
  t->group = t->hold / (4 * FIRST_HOLD); /* trials stay rare */
  if (t->group < 1) t->group = 1;
  if (t->group > LARGEST_GROUP) t->group = LARGEST_GROUP;
  window(t, t->best);
}

static int fastest(const struct md_tuner *t) {
  int best = MD_PLAIN;
  for (int a = 0; a < MD_TRIED_FIRST; a++)
    if (a != best && md_weigh_better(t, a, best)) best = a;
  return best;
}

static void tried(struct md_tuner *t) {
  if (++t->turn < ROUNDS * MD_TRIED_FIRST) {
    window(t, t->turn % MD_TRIED_FIRST);
    return;
  }
  for (int a = 0; a < MD_TRIED_FIRST; a++) t->period[a] = md_weigh_median(t, a);
  t->best = fastest(t);
  t->hold = FIRST_HOLD;
  hold(t);
}

/* Arms that were never tried come first; then what is not plain must stand up to plain every second time. One that lost by
 * far sits out three challenges of four, and all do where there is nothing to hide: the best runs in their place. */
static int challenger(const struct md_tuner *t) {
  int a = (t->challenges + MD_TRIED_FIRST) % MD_ARMS;
  bool all = t->challenges >= MD_ARMS - MD_TRIED_FIRST;
  if (all && t->best != MD_PLAIN && t->challenges % 2 == 0) a = MD_PLAIN;
  bool lost = all && weighed(t, a) > hopeless * weighed(t, t->best);
  bool idle = t->best == MD_PLAIN && !t->one_way && md_weigh_share(t) < next_to_nothing;
  return (lost || idle) && t->challenges / MD_ARMS % 4 != 3 ? t->best : a;
}

static void challenged(struct md_tuner *t) {
  if (++t->turn < DUELS * 2) {
    window(t, t->turn % 2 == 0 ? t->best : t->contender);
    return;
  }
  t->period[t->contender] = md_weigh_median(t, t->contender);
  t->period[t->best] = md_weigh_median(t, t->best);
  if (t->contender != t->best && md_weigh_better(t, t->contender, t->best)) t->best = t->contender;
  t->challenges++;
  if (t->challenges >= MD_ARMS - MD_TRIED_FIRST && t->hold < LONGEST_HOLD) t->hold *= 2;
  hold(t);
}

static void sample(struct md_tuner *t, double period) {
  if (t->skip > 0) t->skip--;
  else if (t->stage != HOLDING) record(t, period);
  if (--t->left > 0) return;
  switch (t->stage) {
  case TRYING: tried(t); break;
  case HOLDING: challenge(t, challenger(t)); break;
  default: challenged(t);
  }
}

/* ---- beginning ---- */

/* Figures of another kind: begin again. */
static void measure(struct md_tuner *t, bool stay) {
  t->stay = stay;
  t->begun = false;
  memset(t->samples, 0, sizeof t->samples);
  t->group = 1;
  stage(t, TRYING);
}

/* What another run kept must show at once that it is better than plain here, too. */
static void resume(struct md_tuner *t) {
  t->best = t->remembered - 1;
  t->hold = FIRST_HOLD;
  if (t->best == MD_PLAIN)
    hold(t);
  else
    challenge(t, MD_PLAIN);
}

static void begin_trials(struct md_tuner *t) {
  t->begun = true;
  if (known(t))
    resume(t);
  else
    window(t, MD_EARLY);
}

/* The first execution is plain: nothing can be early in it. Where its exchange took little of the time the next ones are,
 * too, until trials begin. */
static void warm_up(struct md_tuner *t, double period) {
  if (t->executions > 2) return;
  bool plain = t->executions == 1 || (!t->one_way && t->plain.took < little * period);
  use(t, known(t) ? t->remembered - 1 : plain ? MD_PLAIN : MD_EARLY);
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

enum { SINGLES = 4 }; /* stays with one execution that make a rule */

void md_tune_leave(void) {
  if (!md_rt.overlap || tuning->depth == 0) return;
  struct md_stay *s = &tuning->stay[--tuning->depth];
  double length = MPI_Wtime() - s->since;
  for (struct md_tuner *t = s->sites; t != NULL; t = t->listed_next) {
    t->listed = false;
    if (t->entry != s->number || t->times > 1) continue;
    t->single++;
    if (!t->stay && t->single == SINGLES) {
      measure(t, true);
      begin_trials(t);
    } else if (t->stay) {
      sample(t, length);
    }
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

/* An execution in the same stay as the one before. */
static void step(struct md_tuner *t, double period) {
  t->single = 0;
  if (t->stay) measure(t, false);
  else if (t->begun) sample(t, period);
  else if (t->executions > WARM && !learning(t)) begin_trials(t);
}

void md_tune_begin(struct md_tuner *t) {
  if (forced() >= 0) return;
  double now = MPI_Wtime(), period = now - t->last;
  if (t->executions == 0) {
    tuning->early_sites += md_arms[t->arm].early;
    measure(t, false);
  }
  bool again = t->executions++ > 0 && t->entry == md_tune_stay();
  t->last = now;
  t->entry = md_tune_stay();
  t->times = again ? t->times + 1 : 1;
  if (!t->begun) warm_up(t, period);
  if (again)
    step(t, period);
  else
    list(t);
  t->plain.timed = t->arm == MD_PLAIN && t->stage != HOLDING;
}

void md_tune_timed(struct md_tuner *t) { t->plain.took = MPI_Wtime() - t->last; }
