/* MPI_THREAD_MULTIPLE and overlap. "turns": threads execute directives one after the other, and messages overlap.
 * "meet": they do at the same time, while one has receives pending and messages begun, is in regions, waits: every
 * thread gets what it would in plain MPI, and nobody waits for what another one has to do first. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/mdmp.h"

enum { N = 3000, ROUNDS = 120, OTHERS = 2, LAZY = 1 };

static int me, np, next, prev;
static atomic_long wrong;
static int64_t region[4], late_region[4], ahead[4], behind[4], other[4], signals[4], answers[4], asked[4];

struct flat {
  CFI_CDESC_T(1) d;
};

static CFI_cdesc_t *of(struct flat *s, double *a, int n) {
  CFI_cdesc_t *d = (CFI_cdesc_t *)&s->d;
  d->base_addr = a;
  d->elem_len = sizeof *a;
  d->version = CFI_VERSION;
  d->rank = 1;
  d->attribute = CFI_attribute_other;
  d->type = CFI_type_double;
  d->dim[0].lower_bound = 0;
  d->dim[0].extent = n;
  d->dim[0].sm = (CFI_index_t)sizeof *a;
  return d;
}

static void fill(double *u, double value) {
  for (int i = 0; i < N; i++) u[i] = value + i;
}

static void expect(const double *v, double value, const char *what) {
  for (int i = 0; i < N; i++)
    if (v[i] != value + i) {
      if (atomic_fetch_add(&wrong, 1) == 0) printf("rank %d wrong: %s: %g, should be %g\n", me, what, v[i], value + i);
      return;
    }
}

static double value(int rank, int thread, int round) { return rank * 1e7 + thread * 1e6 + round; }

/* A message of those before is received to `to`, and one sent to those behind from `from`, unless they are NULL. */
static void pass(int64_t *x, int line, int manage, int tag, int before, double *to, int behind_us, double *from) {
  struct flat su, sv;
  int world = MDMP_WORLD;
  mdmp_begin(x, "gate.c", line, NULL);
  if (manage) mdmp_manage(x, LAZY);
  if (to != NULL) mdmp_recv(x, line + 1, of(&sv, to, N), before, tag, &world);
  if (from != NULL) mdmp_send(x, line + 2, of(&su, from, N), behind_us, tag, &world);
  mdmp_end(x);
}

/* Round the ring. */
static void exchange(int64_t *x, int line, int manage, int tag, double *to, double *from) {
  pass(x, line, manage, tag, prev, to, next, from);
}

static void need(double *a) {
  struct flat s;
  mdmp_need(of(&s, a, N));
}

/* What a statement completes that wrote u: the next send of `ahead`. */
static void fire(double *u) {
  struct flat s;
  int world = MDMP_WORLD;
  mdmp_fire_begin();
  mdmp_fire(ahead, 12, 3, of(&s, u, N), next, 0, &world);
}

/* The thread of the region is ahead of itself by a receive, and by a message. */
static void step(double *u, double *v, double *w, int round) {
  fill(u, value(me, 0, round));
  fire(u);
  exchange(ahead, 10, 1, 0, v, u);
  fill(u, value(me, 1, round));
  exchange(behind, 20, 1, 1, w, u);
  need(w);
  expect(w, value(prev, 1, round), "behind");
  if (round % 3 != 0) mdmp_settle(); /* as before a call of what is not known */
  need(v);
  expect(v, value(prev, 0, round), "ahead");
}

/* Managed procedures may be called by any thread. */
static void visit(void) {
  static int64_t entered[4], quiet[4], nest[4];
  if (mdmp_visit(entered, "gate_c_visit") != 0) mdmp_settle();
  mdmp_quiet(quiet);
  if (!mdmp_nest_idle(nest, "gate.c", 90, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) atomic_fetch_add(&wrong, 1);
}

/* ---- at the same time ---- */

static void *run(void *arg) {
  int t = 2 + (int)(intptr_t)arg;
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  for (int round = 0; round < ROUNDS; round++) {
    if (t == 3 && round % 16 == 5) mdmp_region_begin(late_region, "gate.c", 80);
    fill(u, value(me, t, round));
    exchange(other, 30, t == 3, t, v, u);
    need(v);
    expect(v, value(prev, t, round), "another thread");
    visit();
    if (t == 3 && round % 16 == 5) mdmp_region_end(late_region);
  }
  free(u);
  free(v);
  return NULL;
}

/* The answer comes when the signal of this process is there, and the region's thread waits for it before
 * the signal is sent: in its exchange, at a need, or before a message on the lane of the signal. */
static void *signal_and_answer(void *arg) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  nanosleep(&(struct timespec){0, 3000000}, NULL);
  fill(u, value(me, 7, 0));
  exchange(signals, 40, 0, 7, v, u);
  expect(v, value(prev, 7, 0), "signal");
  fill(u, value(me, 8, 0));
  pass(answers, 50, 0, 8, next, NULL, prev, u); /* backwards */
  if ((intptr_t)arg == 2) {
    exchange(signals, 40, 0, 7, v, NULL);
    expect(v, value(prev, 9, 0), "behind a signal");
  }
  free(u);
  free(v);
  return NULL;
}

static void ask(int how, double *u, double *v) {
  pthread_t thread;
  pthread_create(&thread, NULL, signal_and_answer, (void *)(intptr_t)how);
  pass(asked, 60, how > 0, 8, next, v, prev, NULL);
  if (how == 2) {
    fill(u, value(me, 9, 0));
    exchange(behind, 20, 0, 7, NULL, u); /* it goes whole */
  }
  need(v);
  expect(v, value(next, 8, 0), "answer");
  pthread_join(thread, NULL);
}

static void meet(int how, double *u, double *v, double *w) {
  pthread_t thread[OTHERS];
  mdmp_region_begin(region, "gate.c", 1);
  for (int round = 0; round < 10; round++) step(u, v, w, round);
  ask(how, u, v);
  for (int i = 0; i < OTHERS; i++) pthread_create(&thread[i], NULL, run, (void *)(intptr_t)i);
  for (int round = 0; round < ROUNDS; round++) step(u, v, w, round);
  mdmp_region_end(region);
  for (int i = 0; i < OTHERS; i++) pthread_join(thread[i], NULL);
  mdmp_region_begin(region, "gate.c", 1);
  for (int round = 0; round < 5; round++) step(u, v, w, round);
  mdmp_region_end(region);
}

/* ---- one at a time ---- */

static void *turn(void *arg) {
  int round = (int)(intptr_t)arg;
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  fill(u, value(me, 5, round));
  exchange(other, 30, 1, round % 2, v, u); /* on lanes of the region */
  need(v);
  expect(v, value(prev, 5, round), "turns");
  visit();
  free(u);
  free(v);
  return NULL;
}

static void turns(double *u, double *v, double *w) {
  mdmp_region_begin(region, "gate.c", 1);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t thread;
    step(u, v, w, round);
    if (round % 4 == 0) { /* a message has begun when another thread takes its place */
      fill(u, value(me, 0, round + 1));
      fire(u);
    }
    mdmp_settle();
    pthread_create(&thread, NULL, turn, (void *)(intptr_t)round);
    pthread_join(thread, NULL);
  }
  mdmp_region_end(region);
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  if (level < MPI_THREAD_MULTIPLE) printf("no MPI_THREAD_MULTIPLE\n");
  next = (me + 1) % np;
  prev = (me + np - 1) % np;
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v), *w = malloc(N * sizeof *w);
  if (strcmp(argv[1], "turns") == 0) turns(u, v, w);
  else meet(atoi(argv[2]), u, v, w);
  free(u);
  free(v);
  free(w);
  long mine = wrong, all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0 && all == 0) printf("passed\n");
  MPI_Finalize();
  return all != 0;
}
