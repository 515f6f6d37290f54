/* Cutting and ordering of iterations: see boxes.h. */
#include "boxes.h"

enum { MAX_CUTS = 128, GRID = 64 };

/* Sorted cut points of one loop: a box starts at each of at[0..n-1]; at[0] = 0. */
typedef struct cuts {
  int64_t trip;
  int n;
  int64_t at[MAX_CUTS];
  bool firm[MAX_CUTS]; /* pieces of the interior are not joined across it */
} cuts_t;

static void add_cut(cuts_t *c, int64_t at, bool firm) {
  if (at <= 0 || at >= c->trip || c->n == MAX_CUTS) return;
  int i = c->n;
  while (c->at[i - 1] > at) i--;
  if (c->at[i - 1] == at) {
    c->firm[i - 1] = c->firm[i - 1] || firm;
    return;
  }
  for (int k = c->n; k > i; k--) {
    c->at[k] = c->at[k - 1];
    c->firm[k] = c->firm[k - 1];
  }
  c->at[i] = at;
  c->firm[i] = firm;
  c->n++;
}

/* On the grid, a cut before a range moves down and one behind it moves up. */
static void add_edge(cuts_t *c, int64_t at, bool up, bool grid, bool firm) {
  if (grid) {
    at = (up ? at + GRID - 1 : at) / GRID * GRID;
    if (c->trip - at < GRID) return;
  }
  add_cut(c, at, firm);
}

static void add_uniform(cuts_t *c, int64_t pieces, bool grid) {
  for (int64_t i = 1; i < pieces; i++) add_edge(c, c->trip * i / pieces, false, grid, true);
}

/* The loop whose cuts stay on the grid: the innermost boxed one. */
static bool on_grid(const struct md_cutting *c, int l) { return c->grid64 && l == c->nloops - 1; }

/* Cuts the whole nest: the outermost loop, and the next one if that is too short. */
static void add_pieces(const struct md_cutting *c, cuts_t *cuts, int64_t pieces) {
  int64_t outer = pieces < cuts[0].trip ? pieces : cuts[0].trip;
  add_uniform(&cuts[0], outer, on_grid(c, 0));
  if (c->nloops > 1 && outer < pieces) add_uniform(&cuts[1], (pieces + outer - 1) / outer, on_grid(c, 1));
}

static double share_of(const struct md_cutting *c, const struct md_demand *d) {
  double all = 1;
  for (int l = 0; l < c->nloops; l++) all *= (double)c->trip[l];
  return (double)md_rect_common(&d->r, &d->r, c->nloops) / all;
}

/* Marks what is no use setting apart: an eighth of the nest or more, if that
 * and its like make up more than half of it. */
static void find_wide(const struct md_cutting *c, struct md_demand *d, int nd) {
  double sum[2] = {0, 0};
  for (int i = 0; i < nd; i++) {
    double s = share_of(c, &d[i]);
    d[i].wide = s >= 0.125;
    if (d[i].wide) sum[d[i].need] += s;
  }
  for (int i = 0; i < nd; i++) d[i].wide = d[i].wide && sum[d[i].need] > 0.5;
}

static bool thin(const struct md_demand *d, int l, int64_t trip) {
  return !d->wide && 2 * (d->r.hi[l] - d->r.lo[l] + 1) <= trip;
}

static void find_cuts(const struct md_cutting *c, const struct md_demand *d, int nd, cuts_t *cuts) {
  bool strips = false;
  for (int l = 0; l < MD_MAX_LOOPS; l++) {
    cuts[l] = (cuts_t){.trip = l < c->nloops ? c->trip[l] : 1, .n = 1};
    if (l >= c->nloops) continue;
    for (int i = 0; i < nd; i++) {
      if (!thin(&d[i], l, c->trip[l])) continue;
      add_edge(&cuts[l], d[i].r.lo[l], false, on_grid(c, l), false);
      add_edge(&cuts[l], d[i].r.hi[l] + 1, true, on_grid(c, l), false);
    }
  }
  for (int i = 0; i < nd; i++) strips = strips || d[i].wide;
  add_pieces(c, cuts, strips && c->strips > c->chunks ? c->strips : c->chunks);
}

static int64_t cut_end(const cuts_t *c, int i) { return i + 1 < c->n ? c->at[i + 1] - 1 : c->trip - 1; }

static int label_of(const struct md_cutting *c, const struct md_demand *d, int nd, const struct md_rect *r) {
  int label = 0;
  for (int i = 0; i < nd; i++)
    if (!d[i].wide && md_rect_common(&d[i].r, r, c->nloops) > 0)
      label |= d[i].need ? MD_BOX_NEEDS : MD_BOX_FEEDS;
  return label;
}

/* Joins box b with an earlier one of the same label that ends where it begins. */
static bool join(struct md_box *box, int n, const struct md_box *b) {
  for (int i = n - 1; i >= 0; i--) {
    struct md_rect *r = &box[i].r;
    if (box[i].label != b->label) continue;
    if (r->lo[0] == b->r.lo[0] && r->hi[0] == b->r.hi[0] && r->hi[1] + 1 == b->r.lo[1]) {
      r->hi[1] = b->r.hi[1];
      return true;
    }
  }
  return false;
}

/* Joins boxes that feed or need (their cuts by chunks serve nothing) along loop 1. */
static int join_borders(struct md_box *box, int n) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    bool joined = false;
    for (int k = 0; k < m && !joined && box[i].label != 0; k++) {
      struct md_rect *r = &box[k].r;
      if (box[k].label == box[i].label && r->hi[0] + 1 == box[i].r.lo[0] && r->lo[1] == box[i].r.lo[1] &&
          r->hi[1] == box[i].r.hi[1]) {
        r->hi[0] = box[i].r.hi[0];
        joined = true;
      }
    }
    if (!joined) box[m++] = box[i];
  }
  return m;
}

enum { FEED_ONLY, INTERIOR_BEFORE, FEED_AND_NEED, INTERIOR_AFTER, NEED_ONLY, CLASSES };

static int class_of(const struct md_box *b, bool before) {
  switch (b->label) {
    case 0: return before ? INTERIOR_BEFORE : INTERIOR_AFTER;
    case MD_BOX_FEEDS: return FEED_ONLY;
    case MD_BOX_NEEDS: return NEED_ONLY;
    default: return FEED_AND_NEED;
  }
}

static void order(const struct md_cutting *c, struct md_box *box, int n) {
  int64_t interior = 0, seen = 0;
  for (int i = 0; i < n; i++)
    if (box[i].label == 0) interior += md_rect_common(&box[i].r, &box[i].r, c->nloops);
  unsigned char cls[MD_MAX_BOXES];
  for (int i = 0; i < n; i++) {
    bool before = seen * 100 < interior * c->share;
    if (box[i].label == 0) seen += md_rect_common(&box[i].r, &box[i].r, c->nloops);
    cls[i] = (unsigned char)class_of(&box[i], before);
  }
  struct md_box sorted[MD_MAX_BOXES];
  int m = 0;
  for (int k = 0; k < CLASSES; k++)
    for (int i = 0; i < n; i++)
      if (cls[i] == k) sorted[m++] = box[i];
  for (int i = 0; i < n; i++) box[i] = sorted[i];
}

/* Takes out every other cut. */
static void thin_out(cuts_t *c) {
  int n = 0;
  for (int i = 0; i < c->n; i += 2) {
    c->firm[n] = c->firm[i];
    c->at[n++] = c->at[i];
  }
  c->n = n;
}

int md_cut(const struct md_cutting *c, struct md_demand *d, int nd, struct md_box *box) {
  cuts_t cuts[MD_MAX_LOOPS];
  find_wide(c, d, nd);
  find_cuts(c, d, nd, cuts);
  if (!c->any_order) cuts[1].n = 1; /* in order: only the outermost loop is cut */
  while (cuts[0].n * cuts[1].n > MD_MAX_BOXES) thin_out(&cuts[cuts[0].n > cuts[1].n ? 0 : 1]);
  int n = 0;
  for (int i = 0; i < cuts[0].n; i++)
    for (int k = 0; k < cuts[1].n; k++) {
      struct md_box b = {.r = {{cuts[0].at[i], cuts[1].at[k]}, {cut_end(&cuts[0], i), cut_end(&cuts[1], k)}}};
      b.label = label_of(c, d, nd, &b.r);
      bool apart = !c->any_order || (b.label == 0 && cuts[1].firm[k]);
      if (apart || !join(box, n, &b)) box[n++] = b;
    }
  if (!c->any_order) return n;
  n = join_borders(box, n);
  order(c, box, n);
  return n;
}
