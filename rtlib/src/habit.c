/* Whether pages are to speak for messages that nobody speaks for: see habit.h. */
#include "habit.h"

#include "bypages.h"
#include "delta.h"
#include "ledger.h"
#include "pages.h"
#include "rt.h"

enum { FEW = 3, TWICE = 2, PAUSE = 32, LONGEST = 4096, PAGE = 4096 };

/* Seconds in which an increment of pages is written: many times what a fault and all that it leads to may take. */
static const double slow = 100e-6;

/* A watched message may take so many times what a plain one does: what it wins is won by the receiver. */
static const double bearable = 1.125;

static double faults(MPI_Aint bytes) {
  double n = (double)bytes / (MD_INCREMENT_PAGES * PAGE);
  return n < MD_INCREMENTS ? n : MD_INCREMENTS;
}

/* Whether pages may win. */
static bool due(struct md_habit *h, MPI_Aint bytes) {
  if (md_rt.opt.unsaid > 1) return true;
  if (h->spoken) return false;
  if (h->bytes != bytes) *h = (struct md_habit){.bytes = bytes};
  if (h->rest > 0) h->rest--;
  return h->rest == 0 && h->plain >= FEW && h->plainly > slow * faults(bytes);
}

void md_habit_begin(struct mdmp_request *r) {
  struct md_course *c = r->course;
  if (c == NULL || r->bytes <= md_rt.opt.piece) return;
  r->unsaid = true;
  r->begun = r->bytes;
  r->began = MPI_Wtime();
  if (!due(&c->habit, r->bytes) || c->first != NULL || c->guess != NULL) return;
  r->guess = r->watched = md_bypages_guess(r);
  if (r->guess) c->guess = r;
}

void md_habit_said(struct mdmp_request *r) {
  r->unsaid = false;
  if (r->course == NULL) return;
  r->course->habit.spoken = true;
  if (r->guess) md_increments_void(r);
  md_bypages_end(r);
}

static void leave(struct md_habit *h) {
  h->pause = h->pause == 0 ? PAUSE : h->pause < LONGEST ? 2 * h->pause : LONGEST;
  h->rest = h->pause;
  h->plain = h->watched = h->bad = 0;
}

static void shortest(unsigned *n, double *least, double took) {
  if ((*n)++ == 0 || took < *least) *least = took;
}

void md_habit_end(struct mdmp_request *r) {
  if (r->course == NULL) return;
  struct md_habit *h = &r->course->habit;
  double took = MPI_Wtime() - r->began;
  if (h->bytes != r->begun) return;
  if (!r->watched) {
    shortest(&h->plain, &h->plainly, took);
    return;
  }
  shortest(&h->watched, &h->watching, took);
  h->bad = r->early == 0 || 4 * r->again > r->early ? h->bad + 1 : 0;
  if (h->bad == TWICE || (h->watched >= FEW && h->watching > bearable * h->plainly)) leave(h);
}
