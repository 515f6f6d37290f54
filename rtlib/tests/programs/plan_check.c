/* Random checks of plans of nests, and of sections as views, against brute force. Argument: seed. */
#include <ISO_Fortran_binding.h>
#include <string.h>

#include "../../src/lists.h"
#include "../../src/plan.h"
#include "../../src/rt.h"
#include "../../src/view.h"
#include "check.h"

enum { MOST_DIMS = 3, ELEM = 8, MOST_TRIP = 12, MOST_PARTS = 2 };

_Noreturn void md_fail(struct md_where at, const char *format, ...) {
  printf("FAIL: %s:%d: %s\n", at.file, at.line, format);
  exit(1);
}

struct md_runtime md_rt;

/* A nest over one array: what it reads and writes, and a message made of sections of it. */
struct trial {
  int rank, nloops;
  int64_t extent[MOST_DIMS];
  struct md_view array;
  struct md_loop loop[MD_MAX_LOOPS];
  struct md_subscript sub[2][MOST_DIMS]; /* reads, writes */
  struct md_section part[MOST_PARTS];
  unsigned parts;
  bool ran[MOST_TRIP * MOST_TRIP * MOST_TRIP]; /* by number: see at */
  unsigned done;
};

static char memory[9 * 9 * 9 * ELEM];

typedef CFI_CDESC_T(MOST_DIMS) descriptor;

static void describe(const struct trial *t, descriptor *d) {
  CFI_cdesc_t *c = (CFI_cdesc_t *)d;
  memset(d, 0, sizeof *d);
  c->base_addr = memory;
  c->elem_len = ELEM;
  c->rank = (CFI_rank_t)t->rank;
  CFI_index_t sm = ELEM;
  for (int k = 0; k < t->rank; k++) {
    c->dim[k].extent = t->extent[k];
    c->dim[k].sm = sm;
    sm *= t->extent[k];
  }
}

/* Some of the section, through a list. */
static void random_list(const CFI_cdesc_t *d, struct md_section *s) {
  int dim = (int)pick(0, d->rank - 1);
  static int numbers[12];
  CFI_CDESC_T(1) l;
  CFI_cdesc_t *list = (CFI_cdesc_t *)&l;
  memset(&l, 0, sizeof l);
  list->base_addr = numbers;
  list->elem_len = list->dim[0].sm = sizeof *numbers;
  list->rank = 1;
  list->dim[0].extent = pick(1, 12);
  for (int i = 0; i < list->dim[0].extent; i++) numbers[i] = 1 + (int)pick(0, d->dim[dim].extent - 1);
  md_section_list(s, d, dim, 1, list, (struct md_where){"plan_check", 0});
}

static void random_part(const struct trial *t, struct md_section *s) {
  descriptor d;
  CFI_cdesc_t *c = (CFI_cdesc_t *)&d;
  describe(t, &d);
  for (int k = 0; k < t->rank; k++) {
    int64_t lo = pick(0, 2) > 0 ? 0 : pick(0, t->extent[k] - 1);
    int64_t step = pick(0, 3) > 0 ? 1 : 2, room = (t->extent[k] - 1 - lo) / step + 1;
    c->base_addr = (char *)c->base_addr + lo * c->dim[k].sm;
    c->dim[k].extent = pick(0, 1) ? room : pick(1, room);
    c->dim[k].sm *= step;
    if (pick(0, 5) > 0 || c->dim[k].extent < 2) continue;
    c->base_addr = (char *)c->base_addr + (c->dim[k].extent - 1) * c->dim[k].sm;
    c->dim[k].sm = -c->dim[k].sm;
  }
  md_section_of(s, c, (struct md_where){"plan_check", 0});
  if (pick(0, 2) == 0) random_list(c, s);
}

static void random_trial(struct trial *t) {
  descriptor d;
  memset(t, 0, sizeof *t);
  t->rank = (int)pick(1, MOST_DIMS);
  t->nloops = (int)pick(1, t->rank);
  for (int k = 0; k < t->rank; k++) t->extent[k] = pick(1, 9);
  describe(t, &d);
  md_view_cdesc(&t->array, (CFI_cdesc_t *)&d);
  for (int l = 0; l < t->nloops; l++) t->loop[l] = (struct md_loop){pick(-1, 3), pick(0, 3) > 0 ? 1 : -1, pick(1, t->nloops > 2 ? 6 : MOST_TRIP)};
  int of[MD_MAX_LOOPS] = {t->rank - 1, t->rank - 2, t->rank - 3}; /* the dimension that a loop runs over */
  if (t->rank > 2 && t->nloops < 3 && pick(0, 2) == 0) of[pick(0, 1)] = 0;
  for (int a = 0; a < 2; a++) {
    for (int k = 0; k < t->rank; k++) t->sub[a][k] = (struct md_subscript){0, 0, 0, t->extent[k] - 1};
    for (int l = 0; l < t->nloops; l++) {
      int64_t off = pick(-1, 2);
      t->sub[a][of[l]] = (struct md_subscript){l + 1, pick(0, 5) > 0 ? 1 : -1, off, off + (pick(0, 2) == 0)};
    }
  }
  t->parts = (unsigned)pick(1, MOST_PARTS);
  for (unsigned i = 0; i < t->parts; i++) random_part(t, &t->part[i]);
}

static int64_t trips(const struct trial *t, int l) { return l < t->nloops ? t->loop[l].trip : 1; }

static int64_t iterations(const struct trial *t) { return trips(t, 0) * trips(t, 1) * trips(t, 2); }

/* Which iteration of its loop number i of all is. */
static int64_t of_loop(const struct trial *t, int64_t i, int l) {
  for (int k = MD_MAX_LOOPS - 1; k > l; k--) i /= trips(t, k);
  return i % trips(t, l);
}

static bool inside(const struct trial *t, int64_t i, const struct md_rect *r) {
  for (int l = 0; l < t->nloops; l++)
    if (of_loop(t, i, l) < r->lo[l] || of_loop(t, i, l) > r->hi[l]) return false;
  return true;
}

/* Whether iteration i touches the element at byte off of the array. */
static bool touches(const struct trial *t, int access, int64_t i, int64_t off) {
  int64_t v[MD_MAX_LOOPS + 1] = {0}, e = off / ELEM;
  for (int l = 0; l < t->nloops; l++) v[l + 1] = t->loop[l].first + of_loop(t, i, l) * t->loop[l].step;
  for (int d = 0; d < t->rank; d++) {
    int64_t x = e % t->extent[d];
    const struct md_subscript *s = &t->sub[access][d];
    e /= t->extent[d];
    if (x < s->coef * v[s->loop] + s->lo || x > s->coef * v[s->loop] + s->hi) return false;
  }
  return true;
}

/* Where byte `at` of the message lies in the array: its elements, found by unpacking marks. */
static int64_t offset_of(const struct trial *t, size_t at) {
  const struct md_section *s = t->part;
  while (at >= s->bytes) at -= (s++)->bytes;
  memset(memory, 0, sizeof memory);
  md_section_unpack(s, at, 1, "\1");
  return (char *)memchr(memory, 1, sizeof memory) - memory;
}

/* Whether the iteration touches any byte of the granule. */
static bool touches_granule(const struct trial *t, int access, int64_t i, const int64_t *offset, const struct md_granule *g) {
  for (size_t b = g->at; b < g->at + g->length; b += ELEM)
    if (touches(t, access, i, offset[b / ELEM])) return true;
  return false;
}

static int64_t offset[2 * 9 * 9 * 9];
static struct trial now;
static int64_t fed, cut, again;

/* A granule is said to be complete: nobody who writes it is still to run. */
static void check_done(void *arg, struct md_flow *f, struct md_granule *g) {
  struct trial *t = arg;
  CHECK(!f->need, "a receive is complete");
  for (int64_t i = 0; i < iterations(t); i++)
    CHECK(t->ran[i] || !touches_granule(t, 1, i, offset, g), "a piece is sent before iteration %ld", (long)i);
  t->done++;
}

/* A box waits for all it touches. */
static void check_needs(const struct trial *t, const struct md_plan *p, const struct md_flow *f, const struct md_box *b) {
  for (unsigned n = f->first; n < f->first + f->granules; n++)
    for (int64_t i = 0; i < iterations(t); i++)
      CHECK(!inside(t, i, &b->r) || md_plan_meets(p, &p->granule[n], b) ||
                !(touches_granule(t, 0, i, offset, &p->granule[n]) || touches_granule(t, 1, i, offset, &p->granule[n])),
            "iteration %ld does not wait", (long)i);
}

static void run_boxes(struct trial *t, struct md_plan *p, bool feeds, bool needs) {
  for (int b = 0; b < p->boxes; b++) {
    const struct md_box *box = &p->box[b];
    if (needs) check_needs(t, p, &p->flow[feeds], box);
    for (int64_t i = 0; i < iterations(t); i++) {
      if (!inside(t, i, &box->r)) continue;
      CHECK(!t->ran[i], "iteration %ld runs twice", (long)i);
      t->ran[i] = true;
    }
    md_plan_ran(p, box, check_done, t);
  }
}

/* At the end every piece that somebody writes has been told of, once. */
static void check_all_done(const struct trial *t, const struct md_plan *p) {
  unsigned written = 0;
  for (unsigned n = 0; n < p->flow[0].granules; n++) {
    const struct md_granule *g = &p->granule[p->flow[0].first + n];
    CHECK(g->left == 0, "a piece is not complete");
    written += g->rects > 0;
    if (g->rects > 0) continue;
    for (int64_t i = 0; i < iterations(t); i++)
      CHECK(!touches_granule(t, 1, i, offset, g), "iteration %ld writes what nobody is said to write", (long)i);
  }
  CHECK(t->done == written, "%u pieces of %u were told of", t->done, written);
  fed += t->done;
}

static void check_untouched(const struct trial *t, int access, size_t bytes) {
  for (int64_t i = 0; i < iterations(t); i++)
    for (size_t e = 0; e < bytes / ELEM; e++)
      CHECK(!touches(t, access, i, offset[e]), "iteration %ld touches a message said to be untouched", (long)i);
}

/* What differs from the last time, if anything. */
struct how {
  struct md_cuts cuts;
  bool any_order;
  int strips, chunks, share;
  bool writes, feeds; /* what is stated */
};

/* Ends of sections behind which no piece goes on. */
static void random_ends(const struct trial *t, struct md_cuts *c) {
  size_t elems = 0;
  for (unsigned i = 0; i < t->parts; i++) elems += t->part[i].bytes / ELEM;
  c->ends = 0;
  for (size_t e = 1; e < elems && c->ends < MD_MOST_ENDS; e++)
    if (pick(0, 3) == 0) c->end[c->ends++] = e * ELEM;
}

/* The same nest again, or one that differs in one thing. */
static void change(struct trial *t, struct how *h) {
  memset(t->ran, 0, sizeof t->ran);
  t->done = 0;
  struct md_subscript *s = &t->sub[pick(0, 1)][pick(0, t->rank - 1)];
  switch (pick(0, 19)) {
  case 0: random_part(t, &t->part[pick(0, t->parts - 1)]); break;
  case 1: t->parts = (unsigned)pick(1, t->parts); break;
  case 2: t->loop[pick(0, t->nloops - 1)].trip = pick(1, t->nloops > 2 ? 6 : MOST_TRIP); break;
  case 3: t->loop[pick(0, t->nloops - 1)].first = pick(-1, 3); break;
  case 4: *s = (struct md_subscript){s->loop, s->coef, s->lo - 1, s->hi + pick(-1, 1)}; break;
  case 5: h->cuts.step = (size_t)(ELEM * pick(1, 12)); break;
  case 6: h->any_order = !h->any_order; break;
  case 7: h->strips = (int)pick(0, 8); break;
  case 8: h->writes = !h->writes; break;
  case 9: h->feeds = !h->feeds; break;
  case 11: random_ends(t, &h->cuts); break;
  case 10: h->share = (int)pick(0, 100); break;
  case 12: t->array.held = pick(0, 64); break;
  default: break;
  }
}

static void state_plan(struct md_plan *p, struct trial *t, const struct how *h, bool *feeds, bool *needs) {
  md_plan_start(p, t->nloops, t->loop, h->any_order, false);
  md_plan_print(p, &t->array, MD_READS, t->sub[0]);
  if (h->writes) md_plan_print(p, &t->array, MD_WRITES, t->sub[1]);
  *feeds = h->feeds && md_plan_flow(p, false, t, 0, t->part, t->parts, &h->cuts);
  *needs = md_plan_flow(p, true, t, 1, t->part, t->parts, &h->cuts);
  md_plan_cut(p, h->strips, h->chunks, h->share);
}

static bool same_rect(const struct md_plan *p, const struct md_rect *a, const struct md_rect *b) {
  for (int l = 0; l < p->cutting.nloops; l++)
    if (a->lo[l] != b->lo[l] || a->hi[l] != b->hi[l]) return false;
  return true;
}

/* A plan that was kept is the one that would have been made. */
static void check_same_plan(const struct md_plan *p, const struct md_plan *q) {
  bool same = p->flows == q->flows && p->granules == q->granules && p->rects == q->rects && p->demands == q->demands && p->boxes == q->boxes;
  for (unsigned i = 0; same && i < p->prints; i++) same = p->print[i].array.held == q->print[i].array.held;
  for (unsigned i = 0; same && i < p->flows; i++) {
    const struct md_flow *f = &p->flow[i], *g = &q->flow[i];
    same = f->need == g->need && f->message == g->message && f->tag == g->tag && f->first == g->first && f->granules == g->granules && f->over == g->over;
  }
  for (unsigned i = 0; same && i < p->granules; i++) {
    const struct md_granule *f = &p->granule[i], *g = &q->granule[i];
    same = f->at == g->at && f->length == g->length && f->left == g->left && f->first == g->first && f->rects == g->rects;
  }
  for (unsigned i = 0; same && i < p->rects; i++) same = same_rect(p, &p->rect[i], &q->rect[i]);
  for (unsigned i = 0; same && i < p->demands; i++) same = same_rect(p, &p->demand[i].r, &q->demand[i].r) && p->demand[i].need == q->demand[i].need;
  for (int i = 0; same && i < p->boxes; i++) same = same_rect(p, &p->box[i].r, &q->box[i].r) && p->box[i].label == q->box[i].label;
  CHECK(same, "a plan that was kept is not the one that would have been made");
}

static void check_ends(const struct md_plan *p, const struct md_cuts *c) {
  for (unsigned n = 0; n < p->granules; n++)
    for (unsigned k = 0; k < c->ends; k++)
      CHECK(c->end[k] <= p->granule[n].at || c->end[k] >= p->granule[n].at + p->granule[n].length, "a piece goes on behind an end");
}

static void check_plan(struct md_plan *p) {
  static struct how how;
  struct trial *t = &now;
  if (t->rank > 0 && pick(0, 3) > 0) {
    change(t, &how);
  } else {
    random_trial(t);
    how = (struct how){{.step = (size_t)(ELEM * pick(1, 12))}, pick(0, 3) > 0, (int)pick(0, 8), (int)pick(0, 4), (int)pick(0, 100), true, true};
  }
  size_t bytes = 0;
  for (unsigned i = 0; i < t->parts; i++) bytes += t->part[i].bytes;
  for (size_t e = 0; e < bytes / ELEM; e++) offset[e] = offset_of(t, e * ELEM);
  static struct md_plan fresh;
  fresh.kept.cut = false;
  bool needs, feeds;
  for (int k = 0; k < 2; k++) state_plan(k == 0 ? &fresh : p, t, &how, &feeds, &needs);
  again += p->kept.same;
  check_same_plan(p, &fresh);
  check_ends(p, &how.cuts);
  if (!how.writes || !how.feeds) return;
  CHECK(md_plan_touches(p, MD_WRITES, t->part, t->parts), "the sections are of the array");
  if (!feeds) check_untouched(t, 1, bytes);
  if (!needs) check_untouched(t, 0, bytes);
  cut += p->boxes > 1;
  run_boxes(t, p, feeds, needs);
  for (int64_t i = 0; i < iterations(t); i++) CHECK(t->ran[i], "iteration %ld does not run", (long)i);
  if (feeds) check_all_done(t, p);
}

/* A section with a list as a view has all bytes of it; so has a part of it. */
static void check_reach(const struct trial *t, const struct md_section *s) {
  size_t from = (size_t)pick(0, (int64_t)s->bytes - 1), length = (size_t)pick(1, (int64_t)(s->bytes - from));
  static const char marks[sizeof memory * 2] = {0};
  for (int which = 0; which < 3; which++) {
    struct md_view v;
    const char *lo, *hi;
    if (which == 0) md_view_plain(&v, s);
    else if (which == 1) md_view_of(&v, s, &t->array);
    else md_view_reached(&v, s, from, length, &t->array);
    memset(memory, 1, sizeof memory);
    if (which < 2) md_section_unpack(s, 0, s->bytes, marks);
    else md_section_unpack(s, from, length, marks);
    CHECK(md_view_bytes(&v, &lo, &hi), "no bytes");
    const char *first = memchr(memory, 0, sizeof memory);
    CHECK(first >= lo && first - lo < (long)s->block, "it begins at %ld, the view at %ld", (long)(first - memory), (long)(lo - memory));
    for (const char *at = hi; at < memory + sizeof memory; at++) CHECK(*at == 1, "it goes on behind the view");
  }
}

/* The bytes of a section as a view, in order, are those of the section. */
static void check_view(void) {
  struct trial *t = &now;
  random_trial(t);
  const struct md_section *s = &t->part[0];
  struct md_view v[2];
  if (s->list != NULL) {
    check_reach(t, s);
    return;
  }
  md_view_plain(&v[0], s);
  md_view_of(&v[1], s, &t->array);
  static char ours[sizeof memory], theirs[sizeof memory];
  for (size_t i = 0; i < sizeof memory; i++) memory[i] = (char)pick(0, 255);
  md_section_pack(s, 0, s->bytes, ours);
  for (int which = 0; which < 2; which++) {
    int64_t n = md_view_count(&v[which]);
    CHECK((size_t)n * v[which].elem == s->bytes, "%ld elements of %zu are not %zu bytes", (long)n, v[which].elem, s->bytes);
    for (int64_t e = 0; e < n; e++) {
      const char *at = v[which].base;
      int64_t rest = e;
      for (int d = 0; d < v[which].rank; d++) {
        at += rest % v[which].extent[d] * v[which].stride[d];
        rest /= v[which].extent[d];
      }
      memcpy(theirs + (size_t)e * v[which].elem, at, v[which].elem);
    }
    CHECK(memcmp(ours, theirs, s->bytes) == 0, "other bytes, or in another order");
  }
}

int main(int argc, char **argv) {
  struct md_plan plan = {0};
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  for (int i = 0; i < 20000; i++) check_view();
  now = (struct trial){0};
  for (int i = 0; i < 20000; i++) check_plan(&plan);
  md_plan_free(&plan);
  CHECK(fed > 20000 && cut > 5000 && again > 4000, "only %ld pieces told of, %ld nests cut, %ld plans kept", (long)fed, (long)cut, (long)again);
  printf("ok: %ld pieces told of, %ld nests cut, %ld plans kept\n", (long)fed, (long)cut, (long)again);
  return 0;
}
