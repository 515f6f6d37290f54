/* Boxes: how the iterations of a nest are cut and in which order they run.
 *
 * The idea (design of the box schedule, spec/execution.md): iterations that write
 * what is to be sent come first, iterations that touch what is still to be
 * received come last, and the rest fills the time between. The edges of narrow
 * demands (halo columns, faces) cut the iteration space into a grid; the cells
 * are labelled by what they feed and need, equal neighbours are joined again,
 * and the boxes are put in order. Demands that span a loop, or would on the grid of
 * the innermost one (halos along a short first dimension), ask for strips instead.
 * No box is ever empty, boxes never
 * overlap, together they are the whole iteration space.
 */
#ifndef MD_BOXES_H
#define MD_BOXES_H

#include "geom.h"

#pragma GCC visibility push(hidden)

enum { MD_MAX_BOXES = 512 };

/* Iterations that write what will be sent (feed) or touch what is pending. */
struct md_demand {
  struct md_rect r;
  bool need; /* false: feed */
  bool wide; /* md_cut: it is too large, alone or with its like, to be set apart */
};

/* What the caller wants of the cut. */
struct md_cutting {
  int nloops;
  int64_t trip[MD_MAX_LOOPS]; /* all positive */
  bool any_order;               /* false: boxes in iteration order of loop 1 */
  bool grid64; /* innermost boxed loop: cuts on multiples of 64 only, last piece of 64 or more */
  int strips;                   /* strips for wide demands; 0 or 1: none */
  int chunks;                   /* pieces of the interior (progress between them); 0 or 1: none */
  int share;                    /* percent of the interior before boxes that feed and need */
};

/* Why a box stands where it stands. */
enum { MD_BOX_FEEDS = 1, MD_BOX_NEEDS = 2 };

struct md_box {
  struct md_rect r;
  int label; /* MD_BOX_FEEDS | MD_BOX_NEEDS */
};

/* Cuts and orders; returns the number of boxes (at least 1, at most MD_MAX_BOXES). */
int md_cut(const struct md_cutting *c, struct md_demand *d, int nd, struct md_box *box);

#pragma GCC visibility pop
#endif
