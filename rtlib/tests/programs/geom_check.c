/* Random checks of geom and boxes against brute force. Argument: seed. */
#include <string.h>

#include "../../src/boxes.h"
#include "check.h"

static char memory[1 << 20];

/* An array of random shape, packed or with gaps, and a random section of it. */
static void random_array(struct md_view *a) {
  a->rank = (int)pick(1, 4);
  a->elem = (size_t)(4 << pick(0, 2));
  a->base = memory + 4096;
  int64_t reach = (int64_t)a->elem;
  for (int d = 0; d < a->rank; d++) {
    a->extent[d] = pick(1, 7);
    a->stride[d] = reach * (pick(0, 3) == 0 ? 2 : 1);
    reach = a->stride[d] * a->extent[d];
  }
}

static void random_section(const struct md_view *a, struct md_view *s, int64_t *first) {
  s->rank = 0;
  s->elem = a->elem;
  s->base = a->base;
  for (int d = 0; d < a->rank; d++) {
    int64_t lo = pick(0, a->extent[d] - 1), step = pick(-3, 3);
    first[d] = lo;
    s->base += lo * a->stride[d];
    if (step == 0) continue;
    int64_t room = step > 0 ? (a->extent[d] - 1 - lo) / step : lo / -step;
    s->extent[s->rank] = pick(0, 20) == 0 ? 0 : pick(1, room + 1);
    s->stride[s->rank++] = step * a->stride[d];
  }
}

static void coordinates(const struct md_view *a, int64_t off, int64_t *x) {
  for (int d = a->rank - 1; d >= 0; d--) {
    x[d] = off / a->stride[d] < a->extent[d] ? off / a->stride[d] : a->extent[d] - 1;
    if (a->extent[d] == 1) x[d] = 0;
    off -= x[d] * a->stride[d];
  }
}

static char *element(const struct md_view *s, int64_t e) {
  char *p = s->base;
  for (int i = 0; i < s->rank; i++) {
    p += e % s->extent[i] * s->stride[i];
    e /= s->extent[i];
  }
  return p;
}

static void check_block(const struct md_view *a, const struct md_view *s, const struct md_block *b, int64_t f, int64_t n) {
  for (int64_t e = f; e < f + n; e++) {
    int64_t x[MD_MAX_RANK];
    coordinates(a, element(s, e) - a->base, x);
    for (int d = 0; d < a->rank; d++)
      CHECK(b->dim[d].lo <= x[d] && x[d] <= b->dim[d].hi, "element %ld outside block in dimension %d", (long)e, d);
  }
}

static int exact, placed;

static void check_place(void) {
  struct md_view a = {0}, s = {0};
  int64_t first[MD_MAX_RANK];
  random_array(&a);
  random_section(&a, &s, first);
  if (pick(0, 4) == 0) { /* count form: a run of elements */
    s.rank = 1;
    s.extent[0] = pick(1, 5);
    s.stride[0] = (int64_t)s.elem;
    const char *lo, *hi;
    if (!md_view_bytes(&a, &lo, &hi) || s.base + s.extent[0] * s.stride[0] > hi) return;
  }
  struct md_placing p;
  int64_t n = md_view_count(&s);
  bool meets = md_place(&a, &s, &p);
  CHECK(meets == (n > 0), "meets");
  if (!meets) return;
  placed++;
  exact += p.exact;
  struct md_block b;
  int64_t f = pick(0, n - 1), c = pick(1, n - f);
  md_place_block(&p, f, c, &b);
  if (p.exact || a.rank > 0) check_block(&a, &s, &b, f, c);
  if (!p.exact) return;
  md_place_block(&p, f, 1, &b);
  for (int d = 0; d < a.rank; d++) CHECK(b.dim[d].lo == b.dim[d].hi, "one element is one element");
}

static int reached;

static void check_touching(void) {
  struct md_loop l[3] = {{0, 1, 1}, {0, 1, 1}, {0, 1, 1}};
  int nl = (int)pick(1, 3);
  for (int i = 0; i < nl; i++) {
    int64_t lo = pick(-5, 5), hi = pick(-5, 12), st = pick(-3, 3);
    if (st == 0) st = 1;
    l[i] = (struct md_loop){lo, st, md_trip(lo, hi, st)};
    if (l[i].trip == 0) return;
  }
  struct md_block b = {.rank = (int)pick(1, 3)};
  struct md_subscript sub[3];
  for (int d = 0; d < b.rank; d++) {
    int64_t lo = pick(-4, 10), off = pick(-2, 2);
    b.dim[d] = (struct md_range){lo, lo + pick(0, 3)};
    sub[d] = (struct md_subscript){(int)pick(0, nl), pick(-2, 2), off, off + pick(0, 3)};
  }
  struct md_rect r;
  bool any = md_touching(&b, sub, l, nl, &r);
  for (int64_t i = 0; i < l[0].trip * l[2].trip; i++)
    for (int64_t k = 0; k < l[1].trip; k++) {
      int64_t x[3] = {i / l[2].trip, k, i % l[2].trip}, v[4] = {0};
      for (int n = 0; n < nl; n++) v[n + 1] = l[n].first + x[n] * l[n].step;
      bool meets = true;
      for (int d = 0; d < b.rank; d++) {
        int64_t e = sub[d].loop ? sub[d].coef * v[sub[d].loop] : 0;
        meets = meets && e + sub[d].lo <= b.dim[d].hi && e + sub[d].hi >= b.dim[d].lo;
      }
      bool in = any;
      for (int n = 0; n < nl; n++) in = in && r.lo[n] <= x[n] && x[n] <= r.hi[n];
      CHECK(!meets || in, "iteration %ld,%ld touches and is not in the rectangle", (long)i, (long)k);
    }
}

/* What iterations touch of an array lies between the bytes that are reached. */
static void check_reach(void) {
  static char memory[4096];
  struct md_view v = {.base = memory + 2048, .elem = 8, .rank = (int)pick(1, 3)};
  struct md_loop l[2] = {{pick(-2, 3), pick(0, 1) ? 1 : -2, pick(1, 4)}, {pick(-2, 3), 1, pick(1, 4)}};
  struct md_subscript sub[3];
  int64_t at = 8;
  for (int d = 0; d < v.rank; d++) {
    v.extent[d] = d == v.rank - 1 && pick(0, 3) == 0 ? -1 : pick(1, 4);
    v.stride[d] = v.extent[d] != -1 && pick(0, 4) == 0 ? -at : at; /* nothing of assumed size goes backwards */
    at *= 4;
    int64_t off = pick(-2, 2);
    sub[d] = (struct md_subscript){(int)pick(0, 2), pick(-2, 2), off, off + pick(0, 3)};
    if (sub[d].loop == 0 && pick(0, 5) == 0) sub[d] = (struct md_subscript){0, 0, 0, INT64_MAX};
  }
  const char *lo, *hi;
  bool any = md_view_reach(&v, sub, l, &lo, &hi);
  for (int64_t i = 0; i < l[0].trip; i++)
    for (int64_t k = 0; k < l[1].trip; k++)
      for (int64_t e = 0; e < 64; e++) {
        int64_t x[3] = {0, l[0].first + i * l[0].step, l[1].first + k * l[1].step}, rest = e;
        bool in = true;
        const char *p = v.base;
        for (int d = 0; d < v.rank; d++, rest /= 4) {
          int64_t n = rest % 4, c = sub[d].coef * x[sub[d].loop];
          in = in && (v.extent[d] == -1 || n < v.extent[d]) && c + sub[d].lo <= n && (sub[d].hi == INT64_MAX || n <= c + sub[d].hi);
          p += n * v.stride[d];
        }
        CHECK(!in || (any && lo <= p && p + v.elem <= hi), "element %ld is touched and not reached", (long)e);
        reached += in;
      }
}

/* Marks the bytes of a view; returns how many were marked before. */
static int mark(const struct md_view *v, unsigned char *marks, unsigned char with) {
  int64_t n = md_view_count(v);
  int before = 0;
  for (int64_t e = 0; e < n; e++) {
    char *at = element(v, e);
    for (size_t k = 0; k < v->elem; k++) {
      before += marks[at + k - memory] != 0 && marks[at + k - memory] != with;
      marks[at + k - memory] = with;
    }
  }
  return before;
}

static int disjoint, told;

/* Views said to be apart share no byte, nor do those outside have bytes inside. */
static void check_apart(void) {
  static unsigned char marks[1 << 16];
  struct md_view a = {0}, s = {0}, t = {0};
  int64_t first[MD_MAX_RANK];
  random_array(&a);
  random_section(&a, &s, first);
  random_section(&a, &t, first);
  if (pick(0, 3) == 0) t.base += pick(0, 64);
  if (pick(0, 3) == 0) t.elem = (size_t)pick(1, 16);
  const char *lo, *hi;
  if (!md_view_bytes(&s, &lo, &hi) || hi > memory + sizeof marks || !md_view_bytes(&t, &lo, &hi) ||
      hi > memory + sizeof marks)
    return;
  memset(marks, 0, sizeof marks);
  mark(&s, marks, 1);
  bool shared = mark(&t, marks, 2) > 0;
  CHECK(md_view_overlap(&s, &t) || !shared, "views that share bytes are said to be apart");
  disjoint += !shared;
  told += !md_view_overlap(&s, &t);
  struct md_placing p;
  if (!md_view_bytes(&a, &lo, &hi) || hi > memory + sizeof marks || !md_place(&a, &t, &p) || !md_place_inside(&p)) return;
  memset(marks, 0, sizeof marks);
  mark(&a, marks, 1);
  CHECK(mark(&t, marks, 2) == (int)(md_view_count(&t) * (int64_t)t.elem), "bytes outside are said to be inside");
}

static int held;

/* An array of unknown extent reaches as far as the iterations. */
static void check_extend(void) {
  struct md_view v = {.base = memory + 4096, .elem = 8, .rank = 1, .extent = {pick(0, 1) ? 1 : -1}, .stride = {8}};
  struct md_loop l = {pick(-5, 5), pick(0, 1) ? 2 : -1, pick(1, 9)};
  int64_t off = pick(0, 3);
  struct md_subscript s = {(int)pick(0, 1), pick(-2, 2), off, off + pick(0, 3)};
  md_view_extend(&v, &s, &l);
  for (int64_t i = 0; i < l.trip; i++) {
    int64_t last = (s.loop != 0 ? s.coef * (l.first + i * l.step) : 0) + s.hi;
    CHECK(v.extent[0] == -1 || last < v.extent[0], "element %ld lies behind the array", (long)last);
  }
}

/* What is held of an array of unknown extent ends with the last element that is written. */
static void check_hold(void) {
  int64_t rows = pick(1, 6);
  struct md_view v = {.base = memory, .elem = 8, .rank = 2, .extent = {rows, -1}, .stride = {8, 8 * rows}};
  struct md_loop l[2] = {{pick(0, 5), pick(0, 1) ? 2 : -1, pick(0, 4)}, {pick(0, 3), 1, pick(0, 4)}};
  struct md_subscript s[2];
  for (int d = 0; d < 2; d++) {
    int64_t off = pick(0, 3);
    s[d] = (struct md_subscript){pick(0, 2) ? d + 1 : 0, pick(-1, 2), off, off + pick(-1, 2)};
  }
  md_view_extend(&v, s, l);
  md_view_hold(&v, s, l);
  int64_t most = 0;
  bool below = false;
  for (int64_t i = 0; i < l[0].trip; i++)
    for (int64_t j = 0; j < l[1].trip; j++) {
      int64_t at0 = s[0].loop ? s[0].coef * (l[0].first + i * l[0].step) : 0, at1 = s[1].loop ? s[1].coef * (l[1].first + j) : 0;
      for (int64_t x = s[0].lo; x <= s[0].hi; x++)
        for (int64_t y = s[1].lo; y <= s[1].hi; y++) {
          int64_t end = 8 * (at0 + x) + 8 * rows * (at1 + y) + 8;
          if (end > most) most = end;
          below = below || at0 + x < 0 || at1 + y < 0;
        }
    }
  if (l[0].trip == 0 || l[1].trip == 0) return; /* no such nest is planned */
  CHECK(v.held <= most, "%ld bytes are held, %ld written", (long)v.held, (long)most);
  CHECK(below || v.held == most, "%ld bytes are held of %ld", (long)v.held, (long)most);
  struct md_view part = {.base = memory + 8 * pick(0, 30), .elem = 8, .rank = 1, .extent = {pick(1, 9)}, .stride = {8 * pick(1, 7)}};
  struct md_placing p;
  if (v.extent[1] == -1 || !md_place(&v, &part, &p) || !md_place_inside(&p)) return;
  CHECK(part.base - memory + (part.extent[0] - 1) * part.stride[0] + 8 <= most, "bytes behind what is held are said to be inside");
  held++;
}

static int several, inner;

enum { CUT0 = 400, CUT1 = 40, CUT2 = 20 };

/* Pieces of the last loop begin on the grid, and the last one is not short. */
static void check_grid(const struct md_cutting *c, const struct md_rect *r) {
  int l = c->nloops - 1;
  CHECK(r->lo[l] % 64 == 0 && (r->lo[l] == 0 || c->trip[l] - r->lo[l] >= 64), "off the grid");
}

static void random_demands(const struct md_cutting *c, struct md_demand *d, int nd) {
  for (int i = 0; i < nd; i++) {
    d[i] = (struct md_demand){.need = pick(0, 1)};
    for (int k = 0; k < c->nloops; k++) {
      d[i].r.lo[k] = pick(0, 3) ? pick(0, c->trip[k] - 1) : c->trip[k] - 1;
      d[i].r.hi[k] = pick(0, 1) ? d[i].r.lo[k] : pick(d[i].r.lo[k], c->trip[k] - 1);
    }
  }
}

static void check_cut(void) {
  static unsigned char seen[CUT0 * CUT1 * CUT2];
  struct md_cutting c = {.nloops = (int)pick(1, 3), .any_order = pick(0, 3) != 0, .strips = (int)pick(0, 40),
                      .chunks = (int)pick(0, 20), .share = (int)pick(0, 100), .trip = {1, 1, 1}};
  int64_t most[] = {CUT0, CUT1, CUT2};
  c.grid64 = pick(0, 2) == 0;
  int last = c.nloops - 1;
  for (int l = 0; l < c.nloops; l++) c.trip[l] = pick(1, c.grid64 && last > 0 ? (l == last ? 300 : 16) : most[l]);
  int64_t all = c.trip[0] * c.trip[1] * c.trip[2];
  memset(seen, 0, sizeof seen);
  struct md_demand d[40];
  int nd = (int)pick(0, pick(0, 40));
  random_demands(&c, d, nd);
  static struct md_box box[MD_MAX_BOXES];
  int n = md_cut(&c, d, nd, box);
  several += n > 1;
  int64_t end = -1;
  bool needs = false;
  for (int i = 0; i < n; i++) {
    const struct md_rect *r = &box[i].r;
    CHECK(c.any_order || r->lo[0] == end + 1, "in order");
    end = r->hi[0];
    CHECK(!(needs && box[i].label == MD_BOX_FEEDS) || !c.any_order, "a box that only feeds after one that only needs");
    needs = needs || box[i].label == MD_BOX_NEEDS;
    if (c.grid64) check_grid(&c, r);
    inner += c.any_order && c.nloops == 3 && r->hi[2] - r->lo[2] + 1 < c.trip[2];
    for (int64_t x = r->lo[0]; x <= r->hi[0]; x++)
      for (int64_t y = r->lo[1]; y <= r->hi[1]; y++)
        for (int64_t z = r->lo[2]; z <= r->hi[2]; z++) seen[(x * c.trip[1] + y) * c.trip[2] + z]++;
  }
  for (int64_t i = 0; i < all; i++) CHECK(seen[i] == 1, "iteration %ld runs %d times", (long)i, seen[i]);
}

/* A halo at either end of the last loop, on the grid: a quarter of the nest needs it, a quarter of
 * it is complete first, and neither waits for all of the outermost loop. */
static void check_lines(void) {
  struct md_cutting c = {.nloops = 3, .trip = {32, 10, 256}, .any_order = true, .grid64 = true, .chunks = 8};
  struct md_demand d[2] = {{.r = {{0, 0, 0}, {31, 9, 0}}}, {.r = {{0, 0, c.trip[2] - 1}, {31, 9, c.trip[2] - 1}}, .need = true}};
  static struct md_box box[MD_MAX_BOXES];
  int n = md_cut(&c, d, 2, box), of[4] = {0};
  for (int i = 0; i < n; i++) {
    of[box[i].label]++;
    CHECK(box[i].r.hi[0] - box[i].r.lo[0] < 16, "a box of the rim is as long as the nest");
    CHECK(box[i].label != MD_BOX_FEEDS || box[i].r.hi[2] == 63, "more than the rim is set apart");
    CHECK(box[i].label != MD_BOX_NEEDS || box[i].r.lo[2] == (c.trip[2] - 64) / 64 * 64, "more than the rim is set apart");
  }
  CHECK(of[MD_BOX_FEEDS] > 1 && of[MD_BOX_NEEDS] > 1 && of[0] > 1, "%d, %d, %d boxes", of[MD_BOX_FEEDS], of[MD_BOX_NEEDS], of[0]);
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  for (int i = 0; i < 200000; i++) check_place();
  CHECK(exact * 10 > placed * 8, "only %d of %d sections placed exactly", exact, placed);
  for (int i = 0; i < 200000; i++) check_touching();
  for (int i = 0; i < 20000; i++) check_reach();
  CHECK(reached > 20000, "only %d elements reached", reached);
  for (int i = 0; i < 100000; i++) check_apart();
  CHECK(told * 10 > disjoint * 7 && told <= disjoint, "only %d of %d pairs of views known to be apart", told, disjoint);
  for (int i = 0; i < 100000; i++) check_extend();
  for (int i = 0; i < 200000; i++) check_hold();
  CHECK(held > 2000, "only %d sections lie in what is held", held);
  for (int i = 0; i < 20000; i++) check_cut();
  for (int i = 0; i < 100; i++) check_lines();
  CHECK(inner > 10000, "only %d boxes are pieces of the last of three loops", inner);
  CHECK(several > 10000, "only %d cuts had several boxes", several);
  printf("ok: %d of %d placed exactly, %d nests cut\n", exact, placed, several);
  return 0;
}
