/* Boxes: how the iterations of a nest are cut and in which order they run.
 *
 * The idea (design of the box schedule, spec/auto.md): iterations that write
 * what is to be sent come first, iterations that touch what is still to be
 * received come last, and the rest fills the time between. The edges of narrow
 * demands (halo columns, faces) cut the iteration space into a grid; the cells
 * are labelled by what they feed and need, equal neighbours are joined again,
 * and the boxes are put in order. Demands that span a loop (halos along the
 * first dimension) ask for strips instead. No box is ever empty, boxes never
 * overlap, together they are the whole iteration space.
 */
#ifndef MDMP_BOXES_H
#define MDMP_BOXES_H

#include "mdmp_geom.h"

enum { MDMP_MAX_BOXES = 512 };

/* Iterations that write what will be sent (feed) or touch what is pending. */
typedef struct mdmp_demand {
  mdmp_rect_t r;
  bool need; /* false: feed */
} mdmp_demand_t;

/* What the caller wants of the cut. */
typedef struct mdmp_cutting {
  int nloops;
  int64_t trip[MDMP_MAX_LOOPS]; /* all positive */
  bool any_order;               /* false: boxes in iteration order of loop 1 */
  bool grid64;                  /* cuts on multiples of 64 only, last piece of 64 or more */
  int strips;                   /* strips for demands that span loop 1; 0 or 1: none */
  int chunks;                   /* pieces of the interior (progress between them); 0 or 1: none */
  int share;                    /* percent of the interior before boxes that feed and need */
} mdmp_cutting_t;

/* Why a box stands where it stands. */
enum { MDMP_BOX_FEEDS = 1, MDMP_BOX_NEEDS = 2 };

typedef struct mdmp_box {
  mdmp_rect_t r;
  int label; /* MDMP_BOX_FEEDS | MDMP_BOX_NEEDS */
} mdmp_box_t;

/* Cuts and orders; returns the number of boxes (at least 1, at most MDMP_MAX_BOXES). */
int mdmp_cut(const mdmp_cutting_t *c, const mdmp_demand_t *d, int nd, mdmp_box_t *box);

#endif
