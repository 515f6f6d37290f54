/* Pieces without a copy: see bare.h. */
#include "bare.h"

#include "fault.h"
#include "frame.h"
#include "lane.h"
#include "outgoing.h"
#include "pieces.h"
#include "pool.h"
#include "rt.h"
#include "site.h"

static struct md_bares *const run = &md_rt.messages.bares;

enum {
  MOST = 16,   /* pieces of a run: as many as the receiver posts receives for */
  LEAST = 3072 /* a copy of less costs no more than an MPI message; pieces of MD_NEAR_MAX, in whole elements, are longer */
};

/* Where shorter pieces are asked for (MDMP_DELTA) even the shortest go bare: that is for tests, whose messages are short. */
static bool long_enough(size_t length) { return length >= LEAST || md_rt.opt.piece < LEAST; }

size_t md_bare_bytes(void) { return run->of == NULL ? 0 : run->n * md_frame_counts(run->each); }

void md_bare_flush(void) {
  if (md_likely(run->of == NULL)) return;
  struct md_early *e = run->of;
  run->of = NULL;
  md_outgoing_turn(e->lane, e->place->where, e->q);
  if (run->n > 1)
    md_pieces_send_bare(e, run->first, run->n);
  else
    md_piece_send(e, run->first, MD_FINAL, false);
}

bool md_bare_holds(const struct md_early *e, unsigned i) { return run->of == e && i - run->first < run->n; }

/* Pieces of a run follow each other, and are as long as the first; the last may be shorter. */
static bool goes_on(const struct md_early *e, unsigned i) {
  return run->of == e && run->first + run->n == i && md_piece_length(e, i - 1) == run->each &&
         md_piece_length(e, i) <= run->each && md_piece_plain(e, i) != NULL;
}

bool md_bare_take(struct md_early *e, unsigned i) {
  if (goes_on(e, i)) {
    if (++run->n == MOST) md_bare_flush();
    return true;
  }
  md_bare_flush();
  if (!long_enough(md_piece_length(e, i)) || md_unlikely(md_rt.fault & MD_FAULT_FINAL) || md_piece_plain(e, i) == NULL) return false;
  if (!md_outgoing_lends(e->lane)) return false;
  *run = (struct md_bares){e, i, 1, md_piece_length(e, i)};
  return true;
}
