/* Plans: see plan.h. */
#include "plan.h"

#include <string.h>

#include "clock.h"
#include "state.h"

enum {
  SHORT = 24,   /* programs with fewer calls are over before anything is kept: they pay for nothing, not even a communicator */
  TURN = 1,     /* a call of MPI's own behind one of ours is not timed */
  LEARNS = 4,   /* calls from which a place, or two by turns, can be guessed */
  TRIES = 4,    /* the first one by itself */
  FAR = 2,      /* if that takes longer by one part in so many there are no more */
  FIRST = 16,   /* calls after a trial that won, until it is looked at again */
  KEPT = 256,   /* and after that */
  RESTS = 32,   /* calls where it does not win */
  LONGEST = 6,  /* doublings of that */
  SHORTEST = 8, /* calls until the purse is asked again */
  WORTH = 50,   /* calls that take less than one part in so many of the time are left alone */
  SLOWER = 8,   /* a call of ours may be slower by one part in so many of MPI's own */
  SHARE = 100,  /* trials may cost one part in so many of the time */
  GREEDY = 8,   /* for tests: each call in so many is MPI's own */
};

void pf_plan_begin(struct pf_plan *p, int kind, size_t bytes) {
  memset(p, 0, sizeof *p);
  p->kind = kind;
  p->bytes = bytes;
  p->phase = PF_OWN;
  p->left = TURN + SHORT;
}

/* Which times those of the calls in this phase are; -1: they are not kept. */
static int kept(const struct pf_plan *p) {
  if (p->phase == PF_OWN) return PF_FROM_MPIS;
  return p->phase == PF_TRY || p->phase == PF_KEEP ? PF_FROM_OURS : -1;
}

/* The time since the last call is over. */
static void note(struct pf_plan *p) {
  uint64_t now = pf_now();
  int which = kept(p);
  if (p->calls++ > 0 && which >= 0) pf_times_add(&p->times[which], now - p->at);
  p->at = now;
}

void pf_plan_own(struct pf_plan *p) {
  if (p->phase == PF_OWN) pf_times_add(&p->inside, pf_now() - p->at);
}

static void enter(struct pf_plan *p, int phase, uint64_t calls) {
  p->phase = phase;
  p->left = (unsigned)calls;
  if (kept(p) >= 0) p->times[kept(p)].n = 0;
  if (phase == PF_OWN) p->inside.n = 0;
}

static void rest(struct pf_plan *p) {
  enter(p, PF_REST, RESTS << p->losses);
  if (p->losses < LONGEST) p->losses++;
}

/* Whether there shall be a trial, now that MPI's own calls were timed. */
static void consider(struct pf_plan *p, pf_purse *purse) {
  uint64_t risk = p->all[PF_INSIDE] * TRIES / SLOWER, due = (*purse + risk) * SHARE;
  if (p->all[PF_INSIDE] * WORTH < p->all[PF_FROM_MPIS]) {
    rest(p);
  } else if (due > p->all[PF_ELAPSED]) {
    uint64_t calls = (due - p->all[PF_ELAPSED]) / (p->all[PF_FROM_MPIS] + 1);
    enter(p, PF_REST, calls < SHORTEST ? SHORTEST : calls > RESTS << LONGEST ? RESTS << LONGEST : calls);
  } else {
    *purse += p->risk = risk;
    p->tried = true;
    p->tries = TRIES - 1;
    enter(p, PF_LEARN, LEARNS);
  }
}

/* A trial, or what it was kept for, is to be compared with MPI's own calls. */
static void compare(struct pf_plan *p, pf_purse *purse) {
  uint64_t mpis = p->all[PF_FROM_MPIS], ours = p->all[PF_FROM_OURS];
  if (p->tries > 0 && ours < mpis + mpis / FAR) {
    p->phase = PF_TRY; /* further on */
    p->left = p->tries;
    p->tries = 0;
    return;
  }
  if (p->wins == 0) { /* the trial is paid for */
    *purse -= p->risk;
    if (ours > mpis) *purse += (ours - mpis) * p->times[PF_FROM_OURS].n;
  }
  if (pf_times_wins(ours, mpis)) {
    p->losses = 0;
    enter(p, PF_KEEP, p->wins++ == 0 ? FIRST : KEPT);
  } else {
    p->tried = false;
    p->wins = 0;
    rest(p);
  }
}

static void form_sums(struct pf_plan *p, MPI_Comm comm) {
  for (int i = 0; i <= PF_FROM_OURS; i++) p->mine[i] = pf_times_typical(&p->times[i]);
  p->mine[PF_INSIDE] = pf_times_typical(&p->inside);
  p->mine[PF_ELAPSED] = p->at - pf.began;
  if (pf.real.Iallreduce(p->mine, p->all, PF_SUMS, MPI_UINT64_T, MPI_SUM, comm, &p->sum) != MPI_SUCCESS) pf_fail("MPI_Iallreduce failed");
  enter(p, PF_SUM, 1);
}

/* Whether sums are to be formed when the phase is over. What was kept for long is compared with new calls of MPI's own. */
static bool sums_follow(const struct pf_plan *p) { return p->phase == PF_OWN || p->phase == PF_TRY || (p->phase == PF_KEEP && p->wins == 1); }

static void next(struct pf_plan *p, pf_purse *purse, MPI_Comm comm) {
  if (sums_follow(p)) {
    form_sums(p, comm);
    return;
  }
  switch (p->phase) {
    case PF_SUM:
      if (pf.real.Wait(&p->sum, MPI_STATUS_IGNORE) != MPI_SUCCESS) pf_fail("MPI_Wait failed");
      (p->tried ? compare : consider)(p, purse);
      break;
    case PF_LEARN: enter(p, PF_TRY, 1); break;
    default: enter(p, PF_OWN, TURN + PF_SAMPLES);
  }
}

bool pf_plan_communicates(const struct pf_plan *p) { return pf.opt.greedy || (p->left == 0 && sums_follow(p)); }

enum pf_turn pf_plan_step(struct pf_plan *p, pf_purse *purse, MPI_Comm comm) {
  note(p);
  if (pf.opt.greedy) return p->calls % GREEDY != 0 ? PF_OURS : PF_LEARNS;
  if (p->left == 0) next(p, purse, comm);
  p->left--;
  return kept(p) == PF_FROM_OURS ? PF_OURS : p->phase == PF_LEARN ? PF_LEARNS : PF_MPIS;
}

bool pf_plan_goes_on(const struct pf_plan *p) {
  if (pf.opt.greedy) return p->calls % 2 != 0;
  return (p->left > 0 && kept(p) == PF_FROM_OURS) || (p->left == 0 && p->phase == PF_LEARN);
}

void pf_plan_end(struct pf_plan *p) {
  if (p->phase == PF_SUM && pf.real.Wait(&p->sum, MPI_STATUS_IGNORE) != MPI_SUCCESS) pf_fail("MPI_Wait failed");
}
