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

/* On the grid a cut before a range moves down and one behind it moves up; the
 * last piece is not a short one. */
static int64_t edge(int64_t trip, int64_t at, bool up, bool grid) {
  if (!grid) return at;
  at = (up ? at + GRID - 1 : at) / GRID * GRID;
  if (trip - at >= GRID) return at;
  return up ? trip : at - GRID;
}

static void add_edge(cuts_t *c, int64_t at, bool up, bool grid, bool firm) {
  add_cut(c, edge(c->trip, at, up, grid), firm);
}

static void add_uniform(cuts_t *c, int64_t pieces, bool grid) {
  for (int64_t i = 1; i < pieces; i++) add_edge(c, c->trip * i / pieces, false, grid, true);
}

/* The loop whose cuts stay on the grid: the innermost boxed one. */
static bool on_grid(const struct md_cutting *c, int l) { return c->grid64 && l == c->nloops - 1; }

/* Cuts the whole nest: the outermost loop, and those inside if that is too short. */
static void add_pieces(const struct md_cutting *c, cuts_t *cuts, int64_t pieces) {
  int64_t made = 1;
  for (int l = 0; l < c->nloops && made < pieces; l++) {
    int64_t n = (pieces + made - 1) / made;
    if (n > c->trip[l]) n = c->trip[l];
    add_uniform(&cuts[l], n, on_grid(c, l));
    made *= n;
  }
}

static int64_t volume(const struct md_cutting *c, const struct md_rect *r) { return md_rect_common(r, r, c->nloops); }

static int64_t all_of(const struct md_cutting *c) {
  int64_t all = 1;
  for (int l = 0; l < c->nloops; l++) all *= c->trip[l];
  return all;
}

/* What is set apart if demand d is: on the grid that is more than d. */
static struct md_rect widened(const struct md_cutting *c, const struct md_demand *d) {
  struct md_rect r = d->r;
  int l = c->nloops - 1;
  if (!c->grid64) return r;
  r.lo[l] = edge(c->trip[l], r.lo[l], false, true);
  if (r.lo[l] < 0) r.lo[l] = 0;
  r.hi[l] = edge(c->trip[l], r.hi[l] + 1, true, true) - 1;
  return r;
}

static bool same_rect(const struct md_cutting *c, const struct md_rect *a, const struct md_rect *b) {
  for (int l = 0; l < c->nloops; l++)
    if (a->lo[l] != b->lo[l] || a->hi[l] != b->hi[l]) return false;
  return true;
}

/* Whether an earlier demand of the same kind has the same rectangle set apart. */
static bool counted(const struct md_cutting *c, const struct md_demand *d, int i, const struct md_rect *r) {
  for (int k = 0; k < i; k++) {
    struct md_rect other = widened(c, &d[k]);
    if (d[k].need == d[i].need && same_rect(c, &other, r)) return true;
  }
  return false;
}

/* Marks what is no use setting apart: an eighth of the nest or more, if that
 * and its like make up more than half of it. */
static void find_wide(const struct md_cutting *c, struct md_demand *d, int nd) {
  double sum[2] = {0, 0}, all = (double)all_of(c);
  double most = c->grid64 && c->nloops > 2 ? 0.25 : 0.5; /* halves of short lines in two passes cost more than they hide */
  for (int i = 0; i < nd; i++) {
    struct md_rect r = widened(c, &d[i]);
    double s = (double)volume(c, &r) / all;
    d[i].wide = s >= 0.125;
    if (d[i].wide && !counted(c, d, i, &r)) sum[d[i].need] += s;
  }
  for (int i = 0; i < nd; i++) d[i].wide = d[i].wide && sum[d[i].need] > most;
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
  int64_t pieces = strips && c->strips > c->chunks ? c->strips : c->chunks;
  int64_t room = MD_MAX_BOXES / (cuts[1].n * cuts[2].n) - cuts[0].n; /* edges are worth more than pieces */
  add_pieces(c, cuts, pieces < room ? pieces : room);
}

static int64_t cut_end(const cuts_t *c, int i) { return i + 1 < c->n ? c->at[i + 1] - 1 : c->trip - 1; }

static int label_of(const struct md_cutting *c, const struct md_demand *d, int nd, const struct md_rect *r) {
  int label = 0;
  for (int i = 0; i < nd; i++)
    if (!d[i].wide && md_rect_common(&d[i].r, r, c->nloops) > 0)
      label |= d[i].need ? MD_BOX_NEEDS : MD_BOX_FEEDS;
  return label;
}

/* Whether b goes on along loop l where a ends. */
static bool follows(const struct md_box *a, const struct md_box *b, int l) {
  if (a->label != b->label || a->r.hi[l] + 1 != b->r.lo[l]) return false;
  for (int k = 0; k < MD_MAX_LOOPS; k++)
    if (k != l && (a->r.lo[k] != b->r.lo[k] || a->r.hi[k] != b->r.hi[k])) return false;
  return true;
}

static bool firm_at(const cuts_t *c, int64_t at) {
  for (int i = 0; i < c->n; i++)
    if (c->at[i] == at) return c->firm[i];
  return false;
}

/* Whether two boxes may be one. Pieces of the interior stay apart. Boxes that feed or need
 * are cut by them to no use as long as they are small; where they are not (pieces of the
 * grid) they would be complete, or begin, too late. */
static bool joins(const struct md_cutting *c, const cuts_t *cuts, const struct md_box *a, const struct md_box *b, int l) {
  if (!follows(a, b, l)) return false;
  if (a->label == 0) return l > 0 && !firm_at(&cuts[l], b->r.lo[l]);
  if (l > 0 || c->chunks < 2) return true;
  return volume(c, &a->r) + volume(c, &b->r) <= all_of(c) / c->chunks;
}

/* Joins boxes along loop l with earlier ones. */
static int join(const struct md_cutting *c, const cuts_t *cuts, int l, struct md_box *box, int n) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    bool joined = false;
    for (int k = m - 1; k >= 0 && !joined; k--)
      if (joins(c, cuts, &box[k], &box[i], l)) {
        box[k].r.hi[l] = box[i].r.hi[l];
        joined = true;
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
    if (box[i].label == 0) interior += volume(c, &box[i].r);
  unsigned char cls[MD_MAX_BOXES];
  for (int i = 0; i < n; i++) {
    bool before = seen * 100 < interior * c->share;
    if (box[i].label == 0) seen += volume(c, &box[i].r);
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

/* Every cell between the cuts is a box. */
static int cells(const struct md_cutting *c, const cuts_t *cuts, const struct md_demand *d, int nd, struct md_box *box) {
  int n = 0;
  for (int i = 0; i < cuts[0].n; i++)
    for (int j = 0; j < cuts[1].n; j++)
      for (int k = 0; k < cuts[2].n; k++) {
        box[n] = (struct md_box){.r = {{cuts[0].at[i], cuts[1].at[j], cuts[2].at[k]},
                                       {cut_end(&cuts[0], i), cut_end(&cuts[1], j), cut_end(&cuts[2], k)}}};
        box[n].label = label_of(c, d, nd, &box[n].r);
        n++;
      }
  return n;
}

int md_cut(const struct md_cutting *c, struct md_demand *d, int nd, struct md_box *box) {
  cuts_t cuts[MD_MAX_LOOPS];
  find_wide(c, d, nd);
  find_cuts(c, d, nd, cuts);
  if (!c->any_order) cuts[1].n = cuts[2].n = 1; /* in order: only the outermost loop is cut */
  while (cuts[0].n * cuts[1].n * cuts[2].n > MD_MAX_BOXES) {
    int most = cuts[1].n > cuts[0].n;
    thin_out(&cuts[cuts[2].n > cuts[most].n ? 2 : most]);
  }
  int n = cells(c, cuts, d, nd, box);
  if (!c->any_order) return n;
  for (int l = c->nloops - 1; l >= 0; l--) n = join(c, cuts, l, box, n);
  order(c, box, n);
  return n;
}
