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

_Static_assert((SKIP + WINDOW) * DUELS * 2 <= (int)MD_SAMPLES && (int)MD_ARMS <= (int)MD_ARM_ROOM,
               "a site has room for the figures of all arms");

/* ---- what is known of a site ---- */

static struct md_tuning *const tuning = &md_rt.policy.tuning;

unsigned md_tune_turns(void) { return tuning->turns; }

bool md_tune_any_early(void) {
  int f = md_tune_forced();
  return f >= 0 ? md_arms[f].early : tuning->early_sites > 0;
}

/* An arm is known before trials. That the machine hides nothing says little of pipelines. */
static bool known(const struct md_tuner *t) { return t->remembered > 0 && !(t->guessed && t->one_way); }

int md_tune_kept(const struct md_tuner *t) { return t->begun && t->stage != TRYING ? t->best : -1; }

bool md_tune_trying(const struct md_tuner *t) {
  return t->stage == TRYING || (t->stage == CHALLENGING && t->arm != t->best);
}

/* The exchange takes less of a plain step than an arm must win, and none can win more. */
static bool below(const struct md_tuner *t, double margin) { return !t->one_way && md_weigh_share(t) < 1 - margin; }

static bool nothing_to_win(const struct md_tuner *t) { return below(t, t->stage == TRYING ? md_weigh_first(t) : md_margin); }

double md_tune_little(const struct md_tuner *t) {
  bool untried = t->best == MD_PLAIN && t->period[MD_EARLY] <= 0;
  return md_tune_kept(t) == MD_PLAIN && untried && below(t, md_weigh_first(t)) ? 100 * md_weigh_share(t) : -1;
}

/* ---- windows ----
 *
 * What is compared is the time of whole cycles: cycle.h. */

static int cycle(const struct md_tuner *t) { return md_cycle_length(&t->cycle); }

/* Samples that a window takes: fewer where each is the mean of several executions already. */
static int samples_of(const struct md_tuner *t) { return cycle(t) == 1 ? WINDOW : 2; }

/* So many times as long as where all executions are alike. */
static int stretched(const struct md_tuner *t, int executions) {
  return executions * (SKIP + samples_of(t) * cycle(t)) / (SKIP + WINDOW);
}

static double weight(const struct md_tuner *t, int arm) { return md_weight(t, arm, md_margin); }

static double weighed(const struct md_tuner *t, int arm) { return weight(t, arm) * t->period[arm]; }

/* Nests go on to say what they write as long as somebody sends early, or may soon. */
static void listen(struct md_tuner *t) {
  bool wanted = md_arms[t->arm].early || (t->stage == TRYING && !nothing_to_win(t));
  tuning->early_sites += wanted - t->listened;
  t->listened = wanted;
}

static void use(struct md_tuner *t, int arm) {
  if (arm != t->arm) t->skip = SKIP;
  if (md_arms[arm].early && !md_arms[t->arm].early) {
    tuning->turns++;
    md_tell();
  }
  t->arm = arm;
  listen(t);
}

/* The arm to measure others against, -1 for none yet. */
static int standard(const struct md_tuner *t) {
  if (t->stage != TRYING) return t->best;
  int best = -1;
  for (int a = 0; a < MD_TRIED_FIRST; a++) {
    if (t->samples[a] < samples_of(t) || t->out >> a & 1) continue;
    if (best < 0 || weight(t, a) * md_weigh_median(t, a) < weight(t, best) * md_weigh_median(t, best)) best = a;
  }
  return best;
}

/* Whether an arm whose executions take that long may still win. From its second window on it must be near, in the second
 * half of a challenge ahead. */
static bool bearable(const struct md_tuner *t, int arm, double period, int best) {
  double known = t->samples[best] > 0 ? md_weigh_median(t, best) : t->period[best], limit = md_weigh_limit(t, arm);
  if (t->stage == CHALLENGING && t->turn >= DUELS && !t->one_way) return period < known;
  bool again = t->turn >= (t->stage == TRYING ? (int)MD_TRIED_FIRST : 2); /* its second window */
  if (again && limit > hopeless && !t->one_way) limit = hopeless;
  return weight(t, arm) * period < limit * weight(t, best) * known;
}

static int patience(const struct md_tuner *t) { return cycle(t) > 1 ? 1 : PATIENCE; }

/* The arm for a window that is arm's turn: the best in place of one that was given up, and of all where nothing can win. */
static int turn_of(struct md_tuner *t, int arm) {
  int best = standard(t);
  if (best < 0 || arm == best) return arm;
  if (t->stage == TRYING && nothing_to_win(t)) t->out |= 1u << arm;
  if (t->samples[arm] >= patience(t) && !bearable(t, arm, md_weigh_median(t, arm), best)) t->out |= 1u << arm;
  return t->out >> arm & 1 ? best : arm;
}

static void window(struct md_tuner *t, int arm) {
  use(t, turn_of(t, arm));
  t->measured = t->cycled = 0;
  t->grouped = 0;
  t->sum = t->round = 0;
  t->left = SKIP + samples_of(t) * t->group;
}

static void keep(struct md_tuner *t, double period) {
  t->sample[t->arm][t->samples[t->arm]++ % MD_SAMPLES] = period;
  t->grouped = 0;
  t->sum = 0;
}

/* Gives up the arm on trial if the fastest of its cycles in this window, or what there is of the first one, was not near. */
static void drop(struct md_tuner *t, double period) {
  t->round += period;
  bool whole = ++t->cycled == cycle(t);
  double mean = t->round / cycle(t);
  if (!whole && t->measured > 0) return;
  if (t->measured == 0 || mean < t->quickest) t->quickest = mean;
  if (whole) {
    t->measured++;
    t->cycled = 0;
    t->round = 0;
  }
  int best = !whole || t->measured == patience(t) ? standard(t) : -1;
  if (best < 0 || best == t->arm || bearable(t, t->arm, t->quickest, best)) return;
  if (t->grouped > 0) keep(t, t->quickest);
  t->out |= 1u << t->arm;
  use(t, best);
}

static void record(struct md_tuner *t, double period) {
  if (t->plain.timed) {
    t->plain.spent += t->plain.took;
    t->plain.periods += period;
  }
  t->sum += period;
  if (++t->grouped == t->group) keep(t, t->sum / t->grouped);
  drop(t, period);
}

/* ---- stages ----
 *
 * How long a stage lasts and which arm it tries does not depend on what is
 * found: all ranks try the same thing at the same time. Only in place of an arm
 * that was given up the best runs for the rest of its time. */

static void stage(struct md_tuner *t, int kind) {
  t->plain.known = t->plain.known || t->plain.periods > 0;
  t->plain.share = md_weigh_share(t);
  t->plain.spent = t->plain.periods = 0;
  t->stage = kind;
  t->turn = 0;
  t->out = 0;
  listen(t);
}

static void hold(struct md_tuner *t) {
  stage(t, HOLDING);
  use(t, t->best);
  t->left = stretched(t, t->hold);
}

static void challenge(struct md_tuner *t, int contender) {
  stage(t, CHALLENGING);
  t->contender = contender;
  t->samples[t->best] = t->samples[contender] = 0;
  int cycles = t->hold / (4 * FIRST_HOLD); /* trials stay rare */
  if (cycles < 1) cycles = 1;
  if (cycles > LARGEST_GROUP) cycles = LARGEST_GROUP;
  t->group = cycles * cycle(t);
  window(t, t->best);
}

static int fastest(const struct md_tuner *t) {
  int best = MD_PLAIN;
  for (int a = 0; a < MD_TRIED_FIRST; a++)
    if (a != best && t->samples[a] > 0 && md_weigh_better(t, a, best)) best = a;
  return best;
}

/* Plain comes first: what others are measured against, and whether there is anything to win. In what looks like a pipeline, where
 * all behind this rank would wait for it, it is measured against early. */
static int arm_of_turn(const struct md_tuner *t) {
  static const int order[2][MD_TRIED_FIRST] = {{MD_PLAIN, MD_EARLY, MD_LATE}, {MD_EARLY, MD_PLAIN, MD_LATE}};
  return order[t->stay || t->one_way][t->turn % MD_TRIED_FIRST];
}

static void tried(struct md_tuner *t) {
  if (++t->turn < ROUNDS * MD_TRIED_FIRST) {
    window(t, arm_of_turn(t));
    return;
  }
  for (int a = 0; a < MD_TRIED_FIRST; a++) t->period[a] = t->samples[a] > 0 ? md_weigh_median(t, a) : 0;
  t->best = fastest(t);
  t->hold = FIRST_HOLD;
  hold(t);
}

/* Arms that were never tried come first; then what is not plain must stand up to plain every second time. One that lost by
 * far sits out three challenges of four, and all do where there is nothing to hide (plain is timed anew in each): the best runs
 * in their place. */
static int challenger(const struct md_tuner *t) {
  int a = (t->challenges + MD_TRIED_FIRST) % MD_ARMS;
  bool all = t->challenges >= MD_ARMS - MD_TRIED_FIRST;
  if (all && t->best != MD_PLAIN && t->challenges % 2 == 0) a = MD_PLAIN;
  bool lost = all && weighed(t, a) > hopeless * weighed(t, t->best);
  bool idle = t->best == MD_PLAIN && nothing_to_win(t);
  return idle || (lost && t->challenges / MD_ARMS % 4 != 3) ? t->best : a;
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
  t->group = cycle(t);
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
  t->group = cycle(t);
  if (known(t))
    resume(t);
  else
    window(t, arm_of_turn(t));
}

/* Plain, until trials begin: nothing is early as long as it is not predicted. What looks like a pipeline is early from the second
 * execution on. */
static void warm_up(struct md_tuner *t) {
  if (t->executions > 2) return;
  bool plain = t->executions == 1 || (t->times > 1 && !t->one_way);
  use(t, known(t) ? t->remembered - 1 : plain ? MD_PLAIN : MD_EARLY);
}

/* The site's executions come again in another order than was thought. */
static void begin_again(struct md_tuner *t) {
  measure(t, t->stay);
  use(t, known(t) ? t->remembered - 1 : MD_PLAIN);
  if (t->stay) begin_trials(t);
}

/* ---- stays in regions ---- */

bool md_tune_inside(void) { return tuning->depth > 0 && !tuning->stay[tuning->depth - 1].shut; }

uint64_t md_tune_stay(void) { return md_tune_inside() ? tuning->stay[tuning->depth - 1].number : 0; }

static void forget(struct md_stay *s) {
  for (struct md_tuner *t = s->sites; t != NULL; t = t->listed_next) t->listed = false;
}

void md_tune_enter(const void *region, bool shut) {
  if (!md_rt.overlap) return;
  int d = tuning->depth;
  while (d > 0 && tuning->stay[d - 1].region != region) d--;
  while (d > 0 && tuning->depth >= d) forget(&tuning->stay[--tuning->depth]); /* left without a word, it and what is in it */
  if (tuning->depth == MD_STAYS) return;
  struct md_stay *s = &tuning->stay[tuning->depth++];
  *s = (struct md_stay){.region = region, .number = ++tuning->ever, .shut = shut, .since = MPI_Wtime()};
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

/* What is sent is not predicted yet (history.c): nothing can be early; or executions cannot be compared. */
static bool learning(struct md_tuner *t) {
  enum { PATIENCE = 160, REST = 1 };
  if (t->surprises != t->surprised && t->executions < PATIENCE) t->learnt = t->executions;
  t->surprised = t->surprises;
  return !md_cycle_clear(&t->cycle) || (!t->stated && t->executions <= t->learnt + REST);
}

/* An execution in the same stay as the one before. */
static void step(struct md_tuner *t, double period) {
  t->single = 0;
  if (t->stay) measure(t, false);
  else if (t->begun) sample(t, period);
  else if (t->executions > WARM && !learning(t)) begin_trials(t);
}

void md_tune_begin(struct md_tuner *t) {
  if (md_tune_asked()) return;
  double now = MPI_Wtime(), period = now - t->last;
  if (t->executions == 0) measure(t, false);
  bool again = t->executions++ > 0 && t->entry == md_tune_stay();
  t->last = now;
  t->entry = md_tune_stay();
  t->times = again ? t->times + 1 : 1;
  if (!t->begun) warm_up(t);
  if (again)
    step(t, period);
  else
    list(t);
  t->plain.timed = t->arm == MD_PLAIN && t->stage != HOLDING;
}

/* What was measured by other cycles says nothing. */
void md_tune_end(struct md_tuner *t, uint32_t kind) {
  if (md_unlikely(t->plain.timed)) t->plain.took = MPI_Wtime() - t->last;
  if (md_unlikely(md_cycle_note(&t->cycle, kind)) && t->begun) begin_again(t);
}
