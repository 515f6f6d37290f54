/* Nests in execution: boxes are handed out, and around each box what it needs
 * is waited for and what it completed is sent.
 *
 * Translated code opens a nest, states what it touches and which sends it may
 * feed, and then asks for boxes until there are no more (spec/nests.md). At the
 * first question the plan is made (plan.c): receives that are pending and
 * touched become needs, sends that may begin early become feeds. With neither
 * there is one box, the whole nest, and all of this costs a few comparisons. */
#include "nest.h"

#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdlib.h>

#include "count.h"
#include "elements.h"
#include "feed.h"
#include "owner.h"
#include "invariant.h"
#include "mdmp.h"
#include "memory.h"
#include "pending.h"
#include "region.h"
#include "rt.h"
#include "site.h"
#include "inherited.h"
#include "view.h"

enum { ANY_ORDER = 1, GRID64 = 2, TESTED = 4, ONE_BOX = 8, FINAL = 1, COUNTED = 4, COUNTED_TOO = 8, PACKED = 16, FILLED = 4, FIXED = 1, CERTAIN = 2 };

/* The nests that this thread is in, the innermost first: a nest may call what holds another. */
static _Thread_local struct md_nest *top, *spare;

/* The one of its last execution, if the site has kept it and is not in it. */
static struct md_nest *take(struct md_nest_site *s) {
  struct md_nest *n = s != NULL ? s->own : NULL;
  if (n != NULL) {
    s->own = NULL;
    return n;
  }
  n = spare;
  if (n != NULL) spare = n->outer;
  return n != NULL ? n : md_zeroed(sizeof *n);
}

static void drop(struct md_nest *n) {
  top = n->outer;
  n->outer = spare;
  spare = n;
}

/* A nest that had part in something is likely to have it again: it keeps its plan. */
static void give(struct md_nest *n) {
  struct md_nest_site *s = n->site;
  if (s == NULL || s->own != NULL || n->plan.flows == 0) {
    drop(n);
    return;
  }
  top = n->outer;
  s->own = n;
}

static void free_nest(struct md_nest *n) {
  if (n == NULL) return;
  md_plan_free(&n->plan);
  free(n->feed);
  free(n->part);
  free(n);
}

void md_nest_close(void) {
  for (struct md_spot *s = md_rt.entries.nests.all.first; s != NULL; s = s->next) {
    struct md_nest_site *n = (struct md_nest_site *)s;
    free_nest(n->own);
    n->own = NULL;
    md_count_free(&n->counts);
    md_elements_free(&n->elements);
  }
  while (spare != NULL) {
    struct md_nest *n = spare;
    spare = n->outer;
    free_nest(n);
  }
}

void md_nest_report(void) {
  size_t bytes = 0;
  for (const struct md_spot *s = md_rt.entries.nests.all.first; s != NULL; s = s->next) {
    const struct md_nest *n = ((const struct md_nest_site *)s)->own;
    if (n != NULL) bytes += n->plan.look_room * sizeof *n->plan.looked;
  }
  for (const struct md_nest *n = spare; n != NULL; n = n->outer) bytes += n->plan.look_room * sizeof *n->plan.looked;
  if (md_rt.profile && bytes > 0) md_note(MD_NOWHERE, "looked up in index arrays: %zu bytes hold what was found", bytes);
}

static struct md_nest_site *site_of(int64_t *x, const char *file, int line) {
  return md_registered(&md_rt.entries.nests.all, x, file, line, NULL, sizeof(struct md_nest_site));
}

int mdmp_nest_idle(int64_t *x, const char *file, int line, MDMP_EIGHT) {
  MD_UNUSED_EIGHT;
  if (md_asleep_at(x)) return 1;
  MD_INSIDE;
  struct md_nest_site *s = site_of(x, file, line);
  if (!md_idle(&s->idle)) return 0;
  md_idle_again(&s->idle);
  md_rest(x);
  return 1;
}

/* ---- stating ---- */

/* On top of those that are open; idle: there is nothing to do for it, and its one box is all that is kept. */
static struct md_nest *open_nest(struct md_nest_site *s, bool idle, int nloops, const long long *bounds) {
  struct md_nest *n = take(idle ? NULL : s);
  n->outer = top;
  top = n;
  n->site = s;
  n->idle = idle;
  n->asleep = s == NULL;
  n->started = false;
  n->nloops = nloops;
  n->feeds = n->parts = n->message = 0;
  for (int l = 0; l < nloops; l++) {
    const long long *b = bounds + 3 * l;
    n->loop[l] = (struct md_loop){b[0], b[2], md_trip(b[0], b[1], b[2])};
  }
  return n;
}

void mdmp_nest_begin(int64_t *x, const char *file, int line, int flags, int nloops, const long long *bounds) {
  if (md_asleep()) {
    open_nest(NULL, true, nloops, bounds);
    return;
  }
  MD_INSIDE;
  struct md_nest_site *s = site_of(x, file, line);
  bool idle = md_idle(&s->idle);
  struct md_nest *n = open_nest(s, idle, nloops, bounds);
  md_assert(md_pending_valid());
  if (idle) return;
  n->any_order = (flags & ANY_ORDER) != 0;
  n->grid64 = (flags & GRID64) != 0;
  n->tested = (flags & TESTED) != 0;
  n->one_box = (flags & ONE_BOX) != 0;
  n->touched = n->look.on = false;
  md_plan_start(&n->plan, nloops, n->loop, n->any_order, n->grid64);
}

/* An iteration of a loop that is no nest is about to begin, or none is: a nest that is open while it states its feeds. */
void mdmp_unit(int64_t *x, const char *file, int line) {
  bool asleep = md_asleep();
  MD_INSIDE;
  struct md_nest *n = take(NULL);
  n->outer = top;
  top = n;
  n->asleep = n->idle = asleep;
  n->site = asleep ? NULL : site_of(x, file, line);
  n->feeds = n->parts = n->message = 0;
  n->plan.flows = 0;
}

long long mdmp_unit_next(int64_t *x, long long k, int ends) {
  (void)x;
  MD_INSIDE;
  struct md_nest *n = top;
  int64_t next = n->idle ? -1 : md_nest_unit(n, k, ends != 0);
  if (!n->idle && md_moving()) md_progress();
  give(n);
  return next;
}

int mdmp_nest_asks(const int64_t *x) {
  (void)x;
  return !top->idle;
}

/* What is looked up must be here, and tells nothing if what is touched is not on its way. */
static bool looks_up(const struct md_nest *n, const struct md_view *v) {
  const struct md_lookup *l = &n->look;
  if (!l->on || !md_pending_meets(v) || md_pending_meets(&l->in.array)) return false;
  return !l->rows || (!md_pending_meets(&l->from.array) && !md_pending_meets(&l->to.array));
}

static void print(struct md_view *v, int access, const struct md_subscript *sub) {
  md_view_extend(v, sub, top->loop);
  if (looks_up(top, v))
    md_plan_lookup(&top->plan, v, access, sub, &top->look, md_region_stay());
  else
    md_plan_print(&top->plan, v, access, sub);
}

/* False: one cannot tell where its elements are. */
static bool read_spec(struct md_view *v, struct md_subscript *sub, CFI_cdesc_t *array, const long long *spec) {
  struct md_view other;
  md_view_cdesc(v, array);
  for (int d = 0; d < v->rank; d++) {
    md_assert(spec[4 * d] >= 0 && spec[4 * d] <= top->nloops);
    sub[d] = (struct md_subscript){(int)spec[4 * d], spec[4 * d + 1], spec[4 * d + 2], spec[4 * d + 3]};
  }
  return !md_view_otherwise(v, &other);
}

static void look_into(struct md_lookup_in *in, CFI_cdesc_t *array, long long plus, const long long *spec) {
  if (!read_spec(&in->array, in->sub, array, spec) || array->base_addr == NULL) top->look.on = false;
  int last = in->array.rank - 1;
  if (last >= 0 && in->array.extent[last] == 1) in->array.extent[last] = -1; /* the a(1) of old codes is a(*) */
  in->plus = plus;
}

void mdmp_nest_lookup(int64_t *x, int dim, long long plus, int flags, CFI_cdesc_t *index, const long long *spec) {
  (void)x;
  if (top->idle) return;
  struct md_lookup *l = &top->look;
  *l = (struct md_lookup){.on = true, .fixed = (flags & FIXED) != 0, .certain = (flags & CERTAIN) != 0, .dim = dim - 1};
  look_into(&l->in, index, plus, spec);
}

void mdmp_nest_from(int64_t *x, long long plus, CFI_cdesc_t *array, const long long *spec) {
  (void)x;
  if (!top->idle) look_into(&top->look.from, array, plus, spec);
}

void mdmp_nest_to(int64_t *x, long long plus, CFI_cdesc_t *array, const long long *spec) {
  (void)x;
  if (top->idle) return;
  top->look.rows = true;
  look_into(&top->look.to, array, plus, spec);
}

static void print_both(struct md_view *v, int access, const struct md_subscript *sub) {
  struct md_view other;
  bool two = md_view_otherwise(v, &other);
  print(v, access, sub);
  if (two) print(&other, access, sub);
}

void mdmp_nest_array(int64_t *x, CFI_cdesc_t *array, int access, const long long *spec) {
  (void)x;
  if (top->idle) return;
  struct md_view v;
  struct md_subscript sub[MD_MAX_RANK];
  if (array->base_addr != NULL) {
    read_spec(&v, sub, array, spec);
    print_both(&v, access, sub);
  }
  top->look.on = false;
}

/* A number of a table: an even one is twice what it says, an odd one refers to a value. */
static int64_t told(int number, const long long *values) {
  return (number & 1) != 0 ? values[number / 2] : number / 2;
}

static const int *read_shape(struct md_view *v, const int *table, const long long *values, int64_t *lower) {
  bool open = *table < 0;
  v->rank = open ? -*table : *table;
  v->elem = (size_t)told(table[1], values);
  table += 2;
  int64_t stride = (int64_t)v->elem;
  for (int d = 0; d < v->rank; d++, table += 2) {
    lower[d] = told(table[0], values);
    int64_t extent = told(table[1], values) - lower[d] + 1;
    v->extent[d] = open && d == v->rank - 1 ? -1 : extent > 0 ? extent : 0;
    v->stride[d] = stride;
    stride *= v->extent[d];
  }
  return table;
}

static const int *read_print(struct md_subscript *sub, int rank, const int *table, const long long *values,
                             const int64_t *lower) {
  for (int d = 0; d < rank; d++, table += 4) {
    if (table[0] < 0) { /* -huge and huge, as in mdmp_nest_array */
      sub[d] = (struct md_subscript){0, 0, -INT64_MAX, INT64_MAX};
      continue;
    }
    md_assert(table[0] <= top->nloops);
    sub[d] = (struct md_subscript){table[0], table[1], told(table[2], values) - lower[d],
                                   told(table[3], values) - lower[d]};
  }
  return table;
}

void mdmp_nest_arrays(int64_t *x, const int *table, const long long *values, MDMP_EIGHT) {
  (void)x;
  if (top->idle) return;
  void *const base[] = {a1, a2, a3, a4, a5, a6, a7, a8};
  int arrays = *table++;
  for (int i = 0; i < arrays; i++) {
    struct md_view shape = {.base = base[i]};
    int64_t lower[MD_MAX_RANK];
    table = read_shape(&shape, table, values, lower);
    for (int prints = *table++; prints > 0; prints--) {
      int access = *table++;
      struct md_view v = shape;
      struct md_subscript sub[MD_MAX_RANK];
      table = read_print(sub, v.rank, table, values, lower);
      if (v.base == NULL) continue;
      md_view_extend(&v, sub, top->loop);
      if ((access & FILLED) != 0) md_view_hold(&v, sub, top->loop);
      md_plan_print(&top->plan, &v, access & ~FILLED, sub);
    }
  }
}

void mdmp_nest_allocated(int64_t *x, const int *table, const long long *values, void *array) {
  mdmp_nest_arrays(x, table, values, array, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}

void mdmp_nest_prints(int64_t *x, const int *table, const long long *values, CFI_cdesc_t *array) {
  (void)x;
  if (top->idle || array->base_addr == NULL) return;
  int64_t lower[MD_MAX_RANK];
  int rank = *table++;
  md_assert(rank == array->rank);
  for (int d = 0; d < rank; d++) lower[d] = told(*table++, values);
  for (int prints = *table++; prints > 0; prints--) {
    int access = *table++;
    struct md_view v;
    struct md_subscript sub[MD_MAX_RANK];
    table = read_print(sub, rank, table, values, lower);
    md_view_cdesc(&v, array);
    print_both(&v, access, sub);
  }
}

void mdmp_nest_disjoint(int64_t *x, CFI_cdesc_t *a, CFI_cdesc_t *b) {
  (void)x;
  if (top->idle) return;
  struct md_view va[2], vb[2];
  md_view_cdesc(&va[0], a);
  md_view_cdesc(&vb[0], b);
  int na = 1 + md_view_otherwise(&va[0], &va[1]), nb = 1 + md_view_otherwise(&vb[0], &vb[1]);
  bool overlap = false;
  for (int i = 0; i < na * nb; i++) overlap = overlap || md_view_overlap(&va[i % na], &vb[i / na]);
  if (!overlap) return;
  top->any_order = false;
  top->plan.cutting.any_order = false;
}

static void add_part(void *arg, const struct md_section *s) {
  struct md_nest *n = arg;
  n->part = md_grow(n->part, &n->part_room, n->parts + 1, sizeof *n->part);
  n->part[n->parts++] = *s;
}

static struct md_site *site_of_feed(const int64_t *ex) { return (struct md_site *)(intptr_t)*ex; }

static void close_feed(struct md_nest *n, const int64_t *ex, int line, int flags, int peer, int tag,
                       const void *comm) {
  unsigned first = n->message;
  n->message = n->parts;
  if (peer < 0 || *ex == 0) return;
  struct md_feed *f = md_nest_feed(n);
  *f = (struct md_feed){.hint = {.x = ex, .line = line, .peer = peer, .tag = md_inherited_tag(tag), .handle = md_inherited_comm(comm), .packed = (flags & PACKED) != 0},
                        .site = site_of_feed(ex),
                        .mask = UINT64_MAX,
                        .final = (flags & FINAL) != 0 && !md_rt.gated,
                        .known = (flags & COUNTED) == 0,
                        .counted = (flags & (COUNTED | COUNTED_TOO)) != 0,
                        .first = first,
                        .parts = n->parts - first};
  site_of_feed(ex)->tune.stated = true;
}

void mdmp_nest_feed(int64_t *x, const int64_t *ex, int line, int flags, CFI_cdesc_t *section, int peer, int tag,
                    const void *comm) {
  (void)x;
  struct md_section s;
  if (peer < 0 || section->base_addr == NULL || top->idle) return;
  md_section_of(&s, section, top->site->text.where);
  add_part(top, &s);
  close_feed(top, ex, line, flags, peer, tag, comm);
}

void mdmp_nest_part(int64_t *x, CFI_cdesc_t *section) {
  (void)x;
  if (top->idle) return;
  struct md_section s;
  md_section_of(&s, section, top->site->text.where);
  add_part(top, &s);
}

void mdmp_nest_part_count(int64_t *x, CFI_cdesc_t *array, long long offset, long long count) {
  (void)x;
  if (!top->idle) md_section_range(array, offset, count, top->site->text.where, add_part, top);
}

void mdmp_nest_feed_parts(int64_t *x, const int64_t *ex, int line, int flags, int peer, int tag, const void *comm) {
  (void)x;
  if (!top->idle) close_feed(top, ex, line, flags, peer, tag, comm);
}

/* ---- counts of what is written ---- */

void *mdmp_nest_elements(int64_t *x, const void *array, int elem, long long n) {
  (void)x;
  if (top->idle || top->feeds == 0 || n <= 0) return NULL;
  MD_INSIDE;
  return md_elements_of(&top->site->elements, top, array, (size_t)elem, (size_t)n);
}

void mdmp_wrote(void *counts, const void *element, const void *array, int elem) {
  ((signed char *)counts)[((const char *)element - (const char *)array) / elem]++;
}

static bool empty(const struct md_nest *n) {
  for (int l = 0; l < n->nloops; l++)
    if (n->loop[l].trip == 0) return true;
  return false;
}

/* ---- boxes ---- */

static void start(struct md_nest *n) {
  n->started = true;
  n->began = MPI_Wtime();
  md_pending_hold();
  md_nest_plan(n);
}

static int finish(struct md_nest *n) {
  struct md_nest_site *s = n->site;
  double took = MPI_Wtime() - n->began;
  s->took = s->took == 0 || took < s->took ? took : 0.9 * s->took + 0.1 * took;
  md_pending_release();
  md_assert(md_pending_valid());
  md_elements_over(s->elements, n);
  md_idle_over(&s->idle, n->plan.flows == 0 && !n->touched);
  give(n);
  return 0;
}

/* A nest for which there is nothing to do is one box. */
static int next_idle(struct md_nest *n, long long *box) {
  if (!n->started && !empty(n)) {
    n->started = true;
    for (int l = 0; l < n->nloops; l++) {
      box[2 * l] = n->loop[l].first;
      box[2 * l + 1] = n->loop[l].first + (n->loop[l].trip - 1) * n->loop[l].step;
    }
    return 1;
  }
  if (n->started && !n->asleep) {
    MD_INSIDE;
    md_idle_again(&n->site->idle);
    if (md_moving()) md_progress();
  }
  drop(n);
  return 0;
}

int mdmp_nest_next(int64_t *x, long long *box, MDMP_EIGHT) {
  MD_UNUSED_EIGHT;
  (void)x;
  struct md_nest *n = top;
  if (n->idle) return next_idle(n, box);
  MD_INSIDE;
  if (!n->started) {
    if (empty(n)) {
      md_elements_over(n->site->elements, n);
      give(n);
      return 0;
    }
    start(n);
  } else {
    md_nest_ran(n);
    if (md_moving()) md_progress();
  }
  if (++n->plan.now == n->plan.boxes) return finish(n);
  const struct md_box *b = &n->plan.box[n->plan.now];
  md_nest_wait(n, b);
  for (int l = 0; l < n->nloops; l++) {
    box[2 * l] = n->loop[l].first + b->r.lo[l] * n->loop[l].step;
    box[2 * l + 1] = n->loop[l].first + b->r.hi[l] * n->loop[l].step;
  }
  return 1;
}
