/* Plans: see plan.h. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "state.h"

enum {
  WARM = 3,     /* calls before anything can be prefetched */
  TURN = 1,     /* a call of MPI's own behind one of ours is not timed */
  KEPT = 256,   /* calls until it is looked at again */
  RESTS = 32,   /* likewise, where it does not win */
  LONGEST = 6,  /* doublings of that */
  WINS = 100,   /* it must win one part in so many */
  GREEDY = 8,   /* for tests: each call in so many is MPI's own */
};

void pf_plan_begin(struct pf_plan *p, int kind, size_t bytes) {
  memset(p, 0, sizeof *p);
  p->kind = kind;
  p->bytes = bytes;
  p->phase = PF_TRY;
  p->left = WARM + PF_SAMPLES;
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The sum without the longest ones: something else was there. */
static uint64_t typical(const uint64_t *times) {
  enum { OUT = 2 };
  uint64_t sorted[PF_SAMPLES], sum = 0;
  memcpy(sorted, times, sizeof sorted);
  qsort(sorted, PF_SAMPLES, sizeof sorted[0], ascending);
  for (unsigned i = 0; i < PF_SAMPLES - OUT; i++) sum += sorted[i];
  return sum;
}

static void note(struct pf_plan *p) {
  uint64_t now = pf_now();
  if (p->calls++ > 0) p->times[p->ours][p->timed[p->ours]++ % PF_SAMPLES] = now - p->at;
  p->at = now;
}

static void enter(struct pf_plan *p, int phase, unsigned calls) {
  p->phase = phase;
  p->left = calls;
}

/* The sums are there, on all ranks. */
static void decide(struct pf_plan *p) {
  if (pf.real.Wait(&p->sum, MPI_STATUS_IGNORE) != MPI_SUCCESS) pf_fail("MPI_Wait failed");
  if (p->all[1] + p->all[0] / WINS < p->all[0]) {
    p->losses = 0;
    enter(p, PF_KEEP, KEPT);
  } else {
    enter(p, PF_REST, RESTS << p->losses);
    if (p->losses < LONGEST) p->losses++;
  }
}

static void next(struct pf_plan *p, MPI_Comm comm) {
  switch (p->phase) {
    case PF_TRY:
    case PF_KEEP: enter(p, PF_OWN, TURN + PF_SAMPLES); break;
    case PF_OWN:
      for (int i = 0; i < 2; i++) p->mine[i] = typical(p->times[i]);
      if (pf.real.Iallreduce(p->mine, p->all, 2, MPI_UINT64_T, MPI_SUM, comm, &p->sum) != MPI_SUCCESS) pf_fail("MPI_Iallreduce failed");
      enter(p, PF_SUM, 1);
      break;
    case PF_SUM: decide(p); break;
    case PF_REST: enter(p, PF_TRY, WARM + PF_SAMPLES); break;
  }
}

bool pf_plan_step(struct pf_plan *p, MPI_Comm comm) {
  note(p);
  if (pf.opt.greedy) return p->ours = p->calls % GREEDY != 0;
  if (p->left == 0) next(p, comm);
  p->left--;
  return p->ours = p->phase == PF_TRY || p->phase == PF_KEEP;
}

void pf_plan_end(struct pf_plan *p) {
  if (p->phase == PF_SUM && pf.real.Wait(&p->sum, MPI_STATUS_IGNORE) != MPI_SUCCESS) pf_fail("MPI_Wait failed");
}
