/* The tuner on a clock that this program sets: sites whose arms cost what a model says. Argument: seed. */
#include <string.h>

#include "../../src/rt.h"
#include "../../src/tune.h"
#include "check.h"

enum { EARLY, PLAIN, LATE, INTERIOR, WHOLE, ARMS }; /* as MDMP_TUNE numbers them, but for plain */
enum { RANKS = 8, MOST_SITES = 2 };

struct md_runtime md_rt;
int64_t mdmp_news;

static double now;

double MPI_Wtime(void) { return now; }

/* Every receiver answers, unless the model is a pipeline. */
static bool answers;

/* ---- the model ---- */

struct model {
  double cost[ARMS]; /* seconds of an execution with each arm */
  double noise;      /* how much longer it may take, mostly less */
  double exchange;   /* the part of an execution that the exchange takes */
};

static double chance(void) { return (double)pick(0, 1000000) / 1e6; }

static double noisy(const struct model *m, double cost) {
  double c = chance();
  return cost * (1 + m->noise * c * c);
}

static int arm_of(const struct md_tuner *t) { return md_rt.opt.tune == 1 ? t->arm : -1; }

static struct md_tuner site[RANKS][MOST_SITES];
static char region[RANKS];

static void start(void) {
  static char leftover; /* a stay in a region further out ends all that it surrounds */
  md_rt = (struct md_runtime){.ready = true, .overlap = true, .opt.tune = 1};
  for (int r = 0; r < RANKS; r++)
    for (int i = 0; i < MOST_SITES; i++) site[r][i] = (struct md_tuner){.stated = true};
  answers = true;
  while (md_tune_inside()) md_tune_leave();
  md_tune_enter(&leftover, false);
}

/* One execution of a site that is executed again and again in one stay. */
static double step(const struct model *m) {
  md_tune_begin(&site[0][0]);
  double took = noisy(m, m->cost[arm_of(&site[0][0])]);
  now += m->exchange * took;
  md_tune_end(&site[0][0], 0);
  now += (1 - m->exchange) * took;
  return took;
}

static double steps(const struct model *m, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += step(m);
  return sum;
}

static double least(const struct model *m) {
  double v = m->cost[0];
  for (int a = 1; a < ARMS; a++)
    if (m->cost[a] < v) v = m->cost[a];
  return v;
}

static double mean_of(const struct model *m, double cost) { return cost * (1 + m->noise / 3); }

/* ---- one site ---- */

/* Whichever is fastest by far is found, and what the trials cost stays little. */
static void check_finds(void) {
  for (int best = 0; best < ARMS; best++) {
    struct model m = {.noise = 0.1, .exchange = 0.3};
    for (int a = 0; a < ARMS; a++) m.cost[a] = a == best ? 1e-3 : 1.3e-3;
    start();
    steps(&m, 1000);
    double share = steps(&m, 20000) / (20000 * mean_of(&m, 1e-3));
    CHECK(share < 1.03, "arm %d is fastest, but the program takes %.3f of what it needs", best, share);
  }
}

/* Random costs: never much slower than the best arm, and never slower than plain. */
static void check_random(void) {
  struct model m = {.noise = (double)pick(0, 20) / 100};
  for (int a = 0; a < ARMS; a++) m.cost[a] = 1e-4 * (1 + chance());
  m.exchange = 1 - least(&m) / m.cost[PLAIN]; /* nothing else can be won */
  start();
  steps(&m, 3000);
  double took = steps(&m, 10000) / 10000;
  CHECK(took < 1.1 * mean_of(&m, least(&m)), "%.3f of the best arm", took / mean_of(&m, least(&m)));
  CHECK(took < 1.03 * mean_of(&m, m.cost[PLAIN]), "%.3f of plain", took / mean_of(&m, m.cost[PLAIN]));
}

/* Nothing is to be gained: plain stays, and trials cost little in the long run. */
static void check_nothing_to_gain(double slower, double noise) {
  struct model m = {.noise = noise};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == PLAIN ? 1e-5 : slower * 1e-5;
  start();
  steps(&m, 200);
  int other = 0;
  double took = 0;
  enum { LONG = 100000 };
  for (int i = 0; i < LONG; i++) {
    took += step(&m);
    other += arm_of(&site[0][0]) != PLAIN;
  }
  double share = took / (LONG * mean_of(&m, 1e-5));
  CHECK(share < 1.03, "others cost %.2f: %.4f of plain", slower, share);
  CHECK(other < LONG / 20 || slower <= 1, "others cost %.2f: %d of %d executions were not plain", slower, other, LONG);
}

/* Little is gained by sending early: over a wire that is seen at once, within a machine by longer trials. What is next to
 * nothing is not worth it anywhere. */
static void check_near(bool near, double gain) {
  struct model m = {.noise = 0.01, .exchange = 0.2};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == EARLY ? (1 - gain) * 1e-3 : 1e-3;
  start();
  site[0][0].near = near;
  steps(&m, 100);
  int first = site[0][0].best;
  CHECK(first == (!near && gain > 0.02 ? EARLY : PLAIN), "%s, %.2f gained: arm %d is held first", near ? "near" : "far", gain, first);
  steps(&m, 700);
  int best = site[0][0].best;
  CHECK(best == (gain > 0.02 ? EARLY : PLAIN), "%s, %.2f gained: arm %d is held", near ? "near" : "far", gain, best);
}

/* Within a machine chance does not look like a gain. */
static void check_chance(void) {
  struct model m = {.noise = 0.1, .exchange = 0.2};
  for (int a = 0; a < ARMS; a++) m.cost[a] = 1e-3;
  int other = 0;
  enum { RUNS = 200 };
  for (int i = 0; i < RUNS; i++) {
    start();
    site[0][0].near = true;
    steps(&m, 1500);
    other += site[0][0].best != PLAIN;
  }
  CHECK(other < RUNS / 10, "in %d of %d runs what wins nothing took the place of plain", other, RUNS);
}

/* The exchange is a small part of a step, and nests in boxes are slower: what a short program pays for the trials. */
static void check_compute_bound(double exchange, double slower, double most) {
  struct model m = {.noise = 0.02, .exchange = exchange};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == PLAIN ? 1e-3 : slower * 1e-3;
  enum { STEPS = 300, RUNS = 100 };
  double sum = 0;
  for (int i = 0; i < RUNS; i++) {
    start();
    site[0][0].near = i % 2 == 0;
    sum += steps(&m, STEPS);
  }
  double share = sum / (RUNS * STEPS * mean_of(&m, 1e-3));
  printf("compute-bound, exchange %.3f, other arms %.2f: %.4f of plain\n", exchange, slower, share);
  CHECK(share < most, "%.4f of plain", share);
}

/* Nothing can win more than the exchange takes of a plain step: where that is next to nothing no other arm is run at all. */
static void check_little(double exchange, bool one_way, bool tried) {
  struct model m = {.noise = 0.02, .exchange = exchange};
  for (int a = 0; a < ARMS; a++) m.cost[a] = 1e-3;
  start();
  int other = 0;
  for (int i = 0; i < 200; i++) {
    md_tune_proved(&site[0][0], !one_way);
    step(&m);
    other += arm_of(&site[0][0]) != PLAIN;
  }
  double little = md_tune_little(&site[0][0]);
  CHECK((other > 0) == tried, "exchange %.3f: %d of 200 steps not plain", exchange, other);
  CHECK(tried ? little < 0 : little > 99 * exchange && little < 101 * exchange, "exchange %.3f: it is said to take %.2f %%", exchange, little);
}

/* The first trials within a machine must show more than so short an exchange takes: there are none. Challenges go on. */
static void check_little_near(bool near) {
  struct model m = {.noise = 0.01, .exchange = 0.05};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == EARLY ? 0.96e-3 : 1e-3;
  start();
  site[0][0].near = near;
  int other = 0;
  for (int i = 0; i < 100; i++) {
    step(&m);
    other += arm_of(&site[0][0]) != PLAIN;
  }
  double little = md_tune_little(&site[0][0]);
  CHECK((other == 0) == near, "near %d: %d of 100 steps not plain", near, other);
  CHECK(near ? little > 4.9 && little < 5.1 : little < 0, "near %d: it is said to take %.2f %%", near, little);
  steps(&m, 700);
  CHECK(site[0][0].best == EARLY, "near %d: arm %d is held", near, site[0][0].best);
  CHECK(md_tune_little(&site[0][0]) < 0, "near %d: nothing else is said to have been tried", near);
}

/* A site whose executions take turns: a step's levels or fields. Each takes up to 16 times as long as another, and all of them
 * `early` times as long if sent early. An execution more comes before the first cycle; after `extra` steps one comes for once. */
static double cycles(int length, double early, int executions, int extra) {
  double took = 0;
  for (int i = -1; i < executions; i++) {
    int k = i < 0 || (extra > 0 && i / length == extra && i % length == 0) ? 99 : i % length;
    struct model m = {.noise = 0.02, .exchange = 0.3};
    for (int a = 0; a < ARMS; a++) m.cost[a] = 1e-4 * (1 << k * 7 % 5) * (a == EARLY ? early : 1);
    md_tune_begin(&site[0][0]);
    double t = noisy(&m, m.cost[arm_of(&site[0][0])]);
    now += m.exchange * t;
    md_tune_end(&site[0][0], (uint32_t)k);
    now += (1 - m.exchange) * t;
    took += t;
  }
  return took;
}

static double plain_cycles(int length, int executions, int extra) {
  md_rt.opt.mode = "plain";
  double took = cycles(length, 1, executions, extra);
  md_rt.opt.mode = NULL;
  return took;
}

/* What is better is told from what is worse, whatever window the long executions fall into. */
static void check_cycles(int length, int extra) {
  enum { STEPS = 60 };
  for (int i = 0; i < 20; i++)
    for (int good = 0; good < 2; good++) {
      start();
      double took = cycles(length, good ? 0.8 : 1.1, STEPS * length, extra);
      int kept = md_tune_kept(&site[0][0]);
      start();
      double share = took / plain_cycles(length, STEPS * length, extra);
      CHECK(kept == (good ? EARLY : PLAIN), "cycles of %d, early is %s: arm %d is kept", length, good ? "better" : "worse", kept);
      CHECK(good || share < 1.025, "cycles of %d, early is worse: %.4f of plain", length, share);
      if (i == 0) printf("cycles of %d, early is %s: %.4f of plain\n", length, good ? "better" : "worse", share);
    }
}

/* Executions that never come again in the same order end the search, and the trials take place. */
static void check_no_cycle(void) {
  struct model m = {.cost = {0.7e-3, 1e-3, 1e-3, 1e-3, 1e-3}, .exchange = 0.3};
  start();
  for (int i = 0; i < 1000; i++) {
    md_tune_begin(&site[0][0]);
    double t = m.cost[arm_of(&site[0][0])];
    now += m.exchange * t;
    md_tune_end(&site[0][0], (uint32_t)pick(0, 1 << 20));
    now += (1 - m.exchange) * t;
  }
  CHECK(site[0][0].best == EARLY, "arm %d is kept", site[0][0].best);
}

/* The cycle that is found, against one that was made. */
static void check_cycle(void) {
  struct md_cycle c = {0};
  int length = (int)pick(1, MD_CYCLE_MOST), first = (int)pick(0, 10), all = first + 8 * MD_CYCLE_MOST;
  uint32_t kind[MD_CYCLE_MOST];
  for (int i = 0; i < length; i++) kind[i] = (uint32_t)pick(0, 3);
  for (int i = 0; i < all; i++) md_cycle_note(&c, i < first ? 1000 + (uint32_t)i : kind[(i - first) % length]);
  int found = md_cycle_length(&c), i = 0;
  while (i < length && kind[i] == kind[(i + found) % length]) i++;
  CHECK(md_cycle_clear(&c) && (found == 1 || i == length), "a cycle of %d after %d others: %d", length, first, found);
  CHECK(first > 0 || i == length, "a cycle of %d was not found", length);
}

/* Another run kept this arm. It is used from the start, and given up soon if it is no longer good. */
static void check_remembered(int arm, bool good, bool exists) {
  struct model m = {.noise = 0.02, .exchange = 0.3};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == arm ? good ? 0.7e-3 : 1.4e-3 : 1e-3;
  start();
  if (exists) md_tune_remember(&site[0][0], arm);
  int used = 0;
  double took = 0;
  for (int i = 0; i < 100; i++) {
    took += step(&m);
    used += arm_of(&site[0][0]) == arm;
  }
  int kept = md_tune_kept(&site[0][0]);
  CHECK((kept == arm) == (good || arm == PLAIN), "arm %d was remembered, and arm %d is kept", arm, kept);
  if (!exists) return;
  CHECK(used > (good || arm == PLAIN ? 85 : 5) && (good || arm == PLAIN || used < 40), "arm %d in %d of 100 steps", arm, used);
  CHECK(took < (good ? 0.08 : arm == PLAIN ? 0.145 : 0.12), "%.3f s", took);
}

/* That the machine hides nothing is a guess: plain to begin with, but not where messages go one way; what is better is found. */
static void check_guessed(bool one_way) {
  struct model m = {.noise = 0.02, .exchange = 0.3};
  for (int a = 0; a < ARMS; a++) m.cost[a] = a == EARLY ? 0.7e-3 : 1e-3;
  start();
  md_tune_guess(&site[0][0], PLAIN);
  int plain = 0, early = 0;
  for (int i = 0; i < 4000; i++) {
    md_tune_proved(&site[0][0], !one_way);
    step(&m);
    if (i < 90) plain += arm_of(&site[0][0]) == PLAIN;
    if (i >= 3000) early += arm_of(&site[0][0]) == EARLY;
  }
  CHECK(one_way ? plain < 45 : plain > 85, "plain in %d of the first 90 steps", plain);
  CHECK(early > 800, "early in %d of the last 1000 steps", early);
  start();
  md_tune_guess(&site[0][0], PLAIN);
  md_tune_remember(&site[0][0], EARLY);
  for (int i = 0; i < 20; i++) step(&m);
  CHECK(site[0][0].best == EARLY && !site[0][0].guessed, "what is known of a site does not count for more");
}

static void check_names(void) {
  for (int a = 0; a < ARMS; a++) CHECK(md_tune_numbered(md_tune_name(a)) == a, "%s", md_tune_name(a));
  CHECK(md_tune_numbered("no such way") == -1, "a name that is none");
}

/* Executions until the best arm is, or is not, the given one. */
static int until(const struct model *m, int arm, bool is) {
  enum { AT_MOST = 150000 }; /* an arm that lost by far waits for 20 challenges */
  int n = 0;
  while (n < AT_MOST && (site[0][0].best == arm) != is) {
    step(m);
    n++;
  }
  CHECK(n < AT_MOST, "after %d executions arm %d is %s", n, arm, is ? "not found" : "still held");
  return n;
}

/* What is best changes after n executions. */
static void check_change(int n) {
  struct model m = {.cost = {1.5e-3, 1e-3, 1.5e-3, 1.5e-3, 1.5e-3}, .noise = 0.05, .exchange = 0.5};
  start();
  steps(&m, n);
  m.cost[EARLY] = 0.5e-3;
  int found = until(&m, EARLY, true);
  m.cost[EARLY] = 4e-3;
  int left = until(&m, EARLY, false);
  printf("change after %d executions: noticed after %d, changed back: after %d\n", n, found, left);
}

/* One arm for all of the run. */
static void check_forced(void) {
  static const struct {
    int64_t tune;
    const char *mode, *name;
    bool overlap;
  } cases[] = {{0, NULL, "early", true},
               {2, NULL, "late", true},
               {3, NULL, "early, interior first", true},
               {4, NULL, "late, large messages whole", true},
               {0, "plain", "plain", true},
               {1, "plain", "plain", true},
               {0, NULL, "plain", false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    start();
    md_rt.opt.tune = cases[i].tune;
    md_rt.opt.mode = cases[i].mode;
    md_rt.overlap = cases[i].overlap;
    for (int k = 0; k < 200; k++) {
      md_tune_begin(&site[0][0]);
      now += 1e-3;
      const char *got = md_arm_of(&site[0][0])->name;
      CHECK(strcmp(got, cases[i].name) == 0, "MDMP_TUNE=%ld gives %s", (long)cases[i].tune, got);
      CHECK(md_tune_any_early() == md_arm_of(&site[0][0])->early, "%s", got);
    }
  }
}

/* ---- several ranks ---- */

static void check_same_stage(const struct md_tuner *a, const struct md_tuner *b, int i) {
  CHECK(a->stage == b->stage && a->turn == b->turn && a->left == b->left && a->hold == b->hold && a->group == b->group,
        "execution %d: stage %d, window %d, %d left on one rank, %d, %d, %d on another", i, a->stage, a->turn, a->left,
        b->stage, b->turn, b->left);
}

/* Ranks that wait for each other: the slowest arm on any of them sets the pace. Each sees times of its own.
 * All go through the same stages at the same time, and where one arm is best by far all find it. */
static void check_ranks(void) {
  struct model m = {.noise = 0.2, .exchange = 0.3};
  int best = (int)pick(0, ARMS - 1);
  for (int a = 0; a < ARMS; a++) m.cost[a] = 1e-3 * (a == best ? 1 : 1.3 + 4 * chance());
  int agreed = 0;
  enum { N = 4000 };
  start();
  for (int i = 0; i < N; i++) {
    double slowest = 0, then = now;
    for (int r = 0; r < RANKS; r++) {
      now = then + 1e-4 * chance();
      md_tune_begin(&site[r][0]);
      now += m.exchange * m.cost[PLAIN];
      md_tune_end(&site[r][0], 0);
      check_same_stage(&site[0][0], &site[r][0], i);
    }
    bool same = true;
    for (int r = 0; r < RANKS; r++) {
      double took = noisy(&m, m.cost[arm_of(&site[r][0])]);
      if (took > slowest) slowest = took;
      same = same && arm_of(&site[r][0]) == arm_of(&site[0][0]);
    }
    now = then + slowest;
    agreed += same;
  }
  CHECK(agreed > N * 9 / 10, "the arms are the same in %d of %d executions only", agreed, N);
}

/* A cascade: a block goes from rank to rank; early pieces flow through all of them, and without, each rank
 * begins when the one before has ended. Every stay in the region has one block. */
struct cascade {
  double first[RANKS], last[RANKS]; /* when its first and its last piece can be at the next rank */
  double begun[RANKS];              /* when it has what it needs to begin */
  double over[RANKS];               /* when its stay in the region ends */
};

enum { PIECES = 50 };

/* Where MPI takes a whole message into buffers, its sender does not wait for the wire. */
static void one_block(struct cascade *c, double unit, bool buffers) {
  for (int r = 0; r < RANKS; r++) {
    int in = arm_of(&site[r][0]), out = arm_of(&site[r][1]);
    double wire = unit / PIECES, begun = 0, done;
    if (r > 0) begun = in == PLAIN ? c->last[r - 1] : c->first[r - 1];
    c->begun[r] = begun;
    done = begun + unit;
    if (r > 0 && done < c->last[r - 1] + wire) done = c->last[r - 1] + wire;
    bool early = out == EARLY || out == INTERIOR;
    c->first[r] = early ? begun + 2 * wire : done + (out == PLAIN || out == WHOLE ? unit : wire);
    c->last[r] = early ? done + wire : done + unit;
    c->over[r] = early ? done + 2 * wire : buffers ? done : done + unit;
  }
}

static double noise; /* in how long a stay takes */

static double block(double unit, bool buffers) {
  static struct cascade c;
  one_block(&c, unit, buffers);
  double then = now;
  for (int r = 0; r < RANKS; r++) {
    now = then;
    md_tune_enter(&region[r], false);
    md_tune_begin(&site[r][0]);
    now = then + c.begun[r];
    if (r > 0) md_tune_behind(&site[r][0], !answers);
    md_tune_end(&site[r][0], 0);
    if (r < RANKS - 1) md_tune_proved(&site[r][1], answers);
    md_tune_begin(&site[r][1]);
    md_tune_end(&site[r][1], 0);
    now = then + c.over[r] * (1 + noise * chance());
    md_tune_leave();
    check_same_stage(&site[0][0], &site[r][1], 0);
  }
  now = then + c.last[RANKS - 1];
  return c.last[RANKS - 1];
}

/* Blocks that do not go early are slow beyond measure: they must be few, and few of them late. */
static void check_cascade(bool buffers, double scatter) {
  enum { FEW = 20, MANY = 500 };
  const double unit = 16e-3, early = 24e-3;
  start();
  answers = false;
  noise = scatter;
  int slow = 0, late = 0;
  double sum = 0;
  for (int i = 0; i < MANY; i++) {
    double took = block(unit, buffers);
    slow += took > 2 * early;
    late += i >= FEW && took > 2 * early;
    sum += took;
  }
  CHECK(slow <= 12 && late <= 4 && sum < 1.05 * MANY * early,
        "%d of %d blocks slow, %d after the first %d, %.2f of the time of early pieces", slow, MANY, late, FEW,
        sum / (MANY * early));
  printf("cascade: %d of %d blocks slow, %d after the first %d, %.2f of the time of early pieces\n", slow, MANY, late, FEW,
         sum / (MANY * early));
}

/* The end of a pipeline, where most of a stay is what happens before: what it wins by using pieces is lost in the scatter. */
static void check_behind(void) {
  enum { RUNS = 100, FIRST = 48, MANY = 400 };
  int plain = 0;
  for (int k = 0; k < RUNS; k++) {
    start();
    for (int i = 0; i < MANY; i++) {
      md_tune_enter(&region[0], false);
      md_tune_begin(&site[0][0]);
      md_tune_behind(&site[0][0], true);
      md_tune_end(&site[0][0], 0);
      bool whole = arm_of(&site[0][0]) == PLAIN;
      plain += i >= FIRST && whole;
      now += 80e-3 * (whole ? 1.08 : 1) * (1 + 0.3 * chance());
      md_tune_leave();
    }
  }
  CHECK(plain < RUNS * (MANY - FIRST) / 5, "behind a pipeline: %d of %d receives waited for the whole", plain, RUNS * (MANY - FIRST));
  printf("behind a pipeline: %d of %d receives waited for the whole\n", plain, RUNS * (MANY - FIRST));
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  check_forced();
  check_names();
  for (int near = 0; near < 2; near++) {
    check_near(near, 0.05);
    check_near(near, 0.035);
    check_near(near, 0.01);
  }
  check_chance();
  check_compute_bound(0.005, 1.13, 1.006);
  check_compute_bound(0.03, 1.13, 1.006);
  check_compute_bound(0.03, 1.04, 1.008);
  check_compute_bound(0.2, 1.2, 1.02);
  check_little(0.01, false, false);
  check_little(0.03, false, true);
  check_little(0.01, true, true);
  check_little_near(true);
  check_little_near(false);
  for (int length = 2; length <= 17; length += 5) {
    check_cycles(length, 0);
    check_cycles(length, 20);
  }
  check_no_cycle();
  for (int i = 0; i < 200; i++) check_cycle();
  for (int arm = 0; arm < ARMS; arm++)
    for (int good = 0; good < 2; good++) check_remembered(arm, good, true);
  for (int one_way = 0; one_way < 2; one_way++) check_guessed(one_way);
  check_finds();
  for (int i = 0; i < 200; i++) check_random();
  for (int i = 0; i < 5; i++) {
    check_nothing_to_gain(1, 0.3);
    check_nothing_to_gain(1.02, 0.3);
    check_nothing_to_gain(1.1, 0.1);
    check_nothing_to_gain(2, 0.3);
    check_nothing_to_gain(10, 1);
  }
  check_change(1000);
  check_change(10000);
  for (int i = 0; i < 50; i++) check_ranks();
  check_behind();
  for (int buffers = 0; buffers < 2; buffers++) {
    check_cascade(buffers, 0.05);
    check_cascade(buffers, 0.4);
  }
  printf("ok\n");
  return 0;
}
