/* Geometry of sections, arrays and iterations: see geom.h. */
#include "geom.h"

static int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}

static int64_t ceil_div(int64_t a, int64_t b) { return -floor_div(-a, b); }

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

int64_t md_trip(int64_t first, int64_t last, int64_t step) {
  int64_t n = step == 1 ? last - first + 1 : (last - first + step) / step;
  return n > 0 ? n : 0;
}

int64_t md_view_count(const struct md_view *v) {
  int64_t n = 1;
  for (int d = 0; d < v->rank; d++) {
    if (v->extent[d] <= 0) return 0;
    n *= v->extent[d];
  }
  return n;
}

bool md_view_bytes(const struct md_view *v, const char **lo, const char **hi) {
  const char *l = v->base;
  const char *h = v->base;
  for (int d = 0; d < v->rank; d++) {
    if (v->extent[d] == -1) { /* assumed size: to the end of memory */
      *lo = l;
      *hi = (const char *)UINTPTR_MAX;
      return true;
    }
    if (v->extent[d] <= 0) return false;
    int64_t reach = (v->extent[d] - 1) * v->stride[d];
    if (reach < 0) l += reach;
    else h += reach;
  }
  *lo = l;
  *hi = h + v->elem;
  return true;
}

void md_view_extend(struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops) {
  if (v->rank == 0 || (v->extent[v->rank - 1] != -1 && v->extent[v->rank - 1] != 1)) return;
  const struct md_subscript *s = &sub[v->rank - 1];
  int64_t last = s->hi;
  if (s->loop != 0) {
    const struct md_loop *l = &loops[s->loop - 1];
    last = max64(s->coef * l->first, s->coef * (l->first + (l->trip - 1) * l->step)) + s->hi;
  }
  if (last < v->extent[v->rank - 1]) return;
  v->open = true;
  v->extent[v->rank - 1] = last == INT64_MAX ? -1 : last + 1;
}

void md_view_hold(struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops) {
  int64_t last = 0;
  v->held = 0;
  for (int d = 0; d < v->rank; d++) {
    int64_t at = sub[d].hi;
    if (sub[d].loop != 0) {
      const struct md_loop *l = &loops[sub[d].loop - 1];
      if (l->trip <= 0) return;
      at += max64(sub[d].coef * l->first, sub[d].coef * (l->first + (l->trip - 1) * l->step));
    }
    if (sub[d].lo > sub[d].hi || at < 0 || v->stride[d] < 0) return;
    last += at * v->stride[d];
  }
  v->held = last + (int64_t)v->elem;
}

/* The elements of a dimension that a subscript may name; hi is FAR if that is not known. */
static const int64_t FAR = INT64_MAX / 4;

static struct md_range named(const struct md_subscript *s, const struct md_loop *loops, int64_t extent) {
  struct md_range r = {max64(s->lo, -FAR), min64(s->hi, FAR)};
  if (s->loop != 0) {
    const struct md_loop *l = &loops[s->loop - 1];
    int64_t a = s->coef * l->first, b = s->coef * (l->first + (l->trip - 1) * l->step);
    r.lo += min64(a, b);
    r.hi += max64(a, b);
  }
  return (struct md_range){max64(r.lo, 0), extent == -1 ? min64(r.hi, FAR) : min64(r.hi, extent - 1)};
}

bool md_view_reach(const struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops, const char **lo, const char **hi) {
  const char *l = v->base, *h = v->base;
  bool far = false;
  for (int d = 0; d < v->rank; d++) {
    struct md_range r = named(&sub[d], loops, v->extent[d]);
    int64_t a = v->stride[d];
    if (r.lo > r.hi) return false;
    far = far || r.hi >= FAR / 2;
    if (r.hi >= FAR / 2) r.hi = r.lo;
    l += a < 0 ? a * r.hi : a * r.lo;
    h += a < 0 ? a * r.lo : a * r.hi;
  }
  *lo = l;
  *hi = far ? (const char *)UINTPTR_MAX : h + v->elem;
  return true;
}

/* Whether all bytes of s are among those that are held of a. */
static bool holds(const struct md_view *a, const struct md_view *s) {
  const char *lo, *hi;
  return md_view_bytes(s, &lo, &hi) && lo >= a->base && hi != (const char *)UINTPTR_MAX && hi - a->base <= a->held;
}

/* The addresses of v's bytes modulo m: n of them from *lo on. False if all residues may occur. */
static bool residues(const struct md_view *v, int64_t m, int64_t *lo, int64_t *n) {
  const char *base = v->base;
  int64_t span = (int64_t)v->elem;
  for (int d = 0; d < v->rank; d++) {
    if (v->extent[d] == 1 || v->stride[d] % m == 0) continue;
    if (v->extent[d] == -1) return false;
    int64_t reach = (v->extent[d] - 1) * v->stride[d];
    if (reach < 0) base += reach;
    span += reach < 0 ? -reach : reach;
  }
  *lo = (int64_t)((uintptr_t)base % (uint64_t)m);
  *n = span;
  return span < m;
}

/* Whether a and b, which may lie in one array of columns m bytes apart, are in different rows of it. */
static bool in_different_rows(const struct md_view *a, const struct md_view *b, int64_t m) {
  int64_t alo, an, blo, bn;
  if (m <= 1 || !residues(a, m, &alo, &an) || !residues(b, m, &blo, &bn)) return false;
  int64_t from_a = (blo - alo + m) % m;
  return from_a >= an && from_a + bn <= m;
}

static bool apart(const struct md_view *a, const struct md_view *b) {
  for (int d = 0; d < a->rank; d++)
    if (a->extent[d] != 1 && in_different_rows(a, b, a->stride[d] < 0 ? -a->stride[d] : a->stride[d])) return true;
  return false;
}

bool md_view_overlap(const struct md_view *a, const struct md_view *b) {
  const char *alo, *ahi, *blo, *bhi;
  if (!md_view_bytes(a, &alo, &ahi) || !md_view_bytes(b, &blo, &bhi)) return false;
  return alo < bhi && blo < ahi && !apart(a, b) && !apart(b, a);
}

/* Whether the array's strides are positive and nested, so that an offset has at
 * most one decomposition into subscripts. */
static bool nested(const struct md_view *a) {
  int64_t reach = (int64_t)a->elem;
  for (int d = 0; d < a->rank; d++) {
    if (a->extent[d] == 1) continue;
    if (a->stride[d] < reach) return false;
    if (a->extent[d] == -1) return d == a->rank - 1;
    reach = a->stride[d] * a->extent[d];
  }
  return true;
}

static bool contiguous(const struct md_view *a) {
  int64_t reach = (int64_t)a->elem;
  for (int d = 0; d < a->rank; d++) {
    if (a->extent[d] != 1 && a->stride[d] != reach) return false;
    reach *= a->extent[d] == -1 ? 1 : a->extent[d];
  }
  return true;
}

/* Subscripts of the array element that holds the part bytes from offset off on. */
static bool decompose(const struct md_view *a, int64_t off, size_t part, int64_t *start) {
  for (int d = a->rank - 1; d >= 0; d--) {
    start[d] = 0;
    if (a->extent[d] == 1) continue;
    start[d] = off / a->stride[d];
    if (a->extent[d] != -1 && start[d] >= a->extent[d]) return false;
    off -= start[d] * a->stride[d];
  }
  return off + (int64_t)part <= (int64_t)a->elem;
}

/* The dimension of a along which a step of the section's dimension i runs, or -1. */
static int dimension_of(const struct md_view *a, const struct md_view *s, int i, const int64_t *start, const bool *used,
                        int64_t *step) {
  for (int d = a->rank - 1; d >= 0; d--) {
    if (a->extent[d] == 1 || used[d] || s->stride[i] % a->stride[d] != 0) continue;
    int64_t c = s->stride[i] / a->stride[d];
    int64_t last = start[d] + c * (s->extent[i] - 1);
    if (c == 0 || last < 0 || (a->extent[d] != -1 && last >= a->extent[d])) continue;
    *step = c;
    return d;
  }
  return -1;
}

/* A run of adjacent elements over several dimensions of a contiguous array. */
static bool place_linear(const struct md_view *a, const struct md_view *s, int64_t off, struct md_placing *p) {
  if (!contiguous(a) || !contiguous(s) || s->elem != a->elem || off % (int64_t)a->elem != 0) return false;
  p->linear = true;
  p->first = off / (int64_t)a->elem;
  return true;
}

bool md_place(const struct md_view *a, const struct md_view *s, struct md_placing *p) {
  *p = (struct md_placing){.rank = a->rank, .srank = s->rank, .open = a->open && !holds(a, s)};
  if (!md_view_overlap(a, s)) return false;
  bool used[MD_MAX_RANK] = {false};
  for (int d = 0; d < a->rank; d++) p->extent[d] = a->extent[d];
  for (int i = 0; i < s->rank; i++) p->sextent[i] = s->extent[i];
  int64_t off = s->base - a->base;
  if (off < 0 || !nested(a) || s->elem > a->elem) return true;
  if (!decompose(a, off, s->elem, p->start)) return true;
  for (int i = s->rank - 1; i >= 0; i--) {
    p->dim[i] = -1;
    if (s->extent[i] == 1) continue;
    int d = dimension_of(a, s, i, p->start, used, &p->step[i]);
    if (d < 0) {
      p->exact = place_linear(a, s, off, p);
      return true;
    }
    used[d] = true;
    p->dim[i] = d;
  }
  p->exact = true;
  return true;
}

bool md_place_inside(const struct md_placing *p) {
  if (!p->exact || p->open || (p->rank > 0 && p->extent[p->rank - 1] == -1)) return false;
  if (!p->linear) return true; /* md_place has looked at every subscript */
  int64_t have = 1, want = 1;
  for (int d = 0; d < p->rank; d++) have *= p->extent[d];
  for (int i = 0; i < p->srank; i++) want *= p->sextent[i];
  return p->first + want <= have;
}

static void whole(const struct md_placing *p, struct md_block *b) {
  b->rank = p->rank;
  for (int d = 0; d < p->rank; d++)
    b->dim[d] = (struct md_range){0, p->extent[d] == -1 ? INT64_MAX / 4 : p->extent[d] - 1};
}

/* The block that spans elements first .. last in array element order. */
static void run_block(const struct md_placing *p, int64_t first, int64_t last, struct md_block *b) {
  int64_t f[MD_MAX_RANK], l[MD_MAX_RANK];
  for (int d = 0; d < p->rank; d++) {
    bool open = d == p->rank - 1 || p->extent[d] <= 0;
    f[d] = open ? first : first % p->extent[d];
    l[d] = open ? last : last % p->extent[d];
    first = open ? 0 : first / p->extent[d];
    last = open ? 0 : last / p->extent[d];
  }
  whole(p, b);
  for (int d = p->rank - 1; d >= 0; d--) { /* below the first that differs: everything */
    b->dim[d] = (struct md_range){f[d], l[d]};
    if (f[d] != l[d]) return;
  }
}

/* Subscript ranges, in the section, of elements first .. last of its element order. */
static void section_ranges(const struct md_placing *p, int64_t first, int64_t last, struct md_range *r) {
  bool same = true;
  int64_t size = 1;
  for (int i = 0; i < p->srank; i++) size *= p->sextent[i];
  for (int i = p->srank - 1; i >= 0; i--) {
    size /= p->sextent[i];
    if (!same) {
      r[i] = (struct md_range){0, p->sextent[i] - 1};
      continue;
    }
    r[i] = (struct md_range){first / size, last / size};
    same = r[i].lo == r[i].hi;
    first %= size;
    last %= size;
  }
}

void md_place_block(const struct md_placing *p, int64_t first, int64_t count, struct md_block *b) {
  whole(p, b);
  if (!p->exact || count <= 0) return;
  int64_t last = first + count - 1;
  if (p->linear) {
    run_block(p, p->first + first, p->first + last, b);
    return;
  }
  struct md_range r[MD_MAX_RANK];
  section_ranges(p, first, last, r);
  for (int d = 0; d < p->rank; d++) b->dim[d] = (struct md_range){p->start[d], p->start[d]};
  for (int i = 0; i < p->srank; i++) {
    if (p->dim[i] < 0) continue;
    int64_t s = p->start[p->dim[i]], e0 = s + p->step[i] * r[i].lo, e1 = s + p->step[i] * r[i].hi;
    b->dim[p->dim[i]] = (struct md_range){min64(e0, e1), max64(e0, e1)};
  }
}

/* Iterations of one loop whose elements coef*v+lo .. coef*v+hi meet range e. */
static struct md_range iterations(struct md_range e, const struct md_subscript *s, const struct md_loop *l) {
  int64_t a = e.lo - s->hi, b = e.hi - s->lo; /* a <= coef*v <= b */
  struct md_range v = s->coef > 0 ? (struct md_range){ceil_div(a, s->coef), floor_div(b, s->coef)}
                               : (struct md_range){ceil_div(b, s->coef), floor_div(a, s->coef)};
  int64_t x = v.lo - l->first, y = v.hi - l->first;
  struct md_range t = l->step > 0 ? (struct md_range){ceil_div(x, l->step), floor_div(y, l->step)}
                               : (struct md_range){ceil_div(y, l->step), floor_div(x, l->step)};
  return (struct md_range){max64(t.lo, 0), min64(t.hi, l->trip - 1)};
}

struct md_rect md_rect_all(const struct md_loop *loops, int nloops) {
  struct md_rect r = {0};
  for (int l = 0; l < nloops; l++) r.hi[l] = loops[l].trip - 1;
  return r;
}

bool md_touching(const struct md_block *b, const struct md_subscript *sub, const struct md_loop *loops, int nloops,
                   struct md_rect *r) {
  *r = md_rect_all(loops, nloops);
  for (int d = 0; d < b->rank; d++) {
    const struct md_subscript *s = &sub[d];
    if (s->loop == 0 || s->coef == 0) {
      if (s->lo > b->dim[d].hi || s->hi < b->dim[d].lo) return false;
      continue;
    }
    struct md_range t = iterations(b->dim[d], s, &loops[s->loop - 1]);
    r->lo[s->loop - 1] = max64(r->lo[s->loop - 1], t.lo);
    r->hi[s->loop - 1] = min64(r->hi[s->loop - 1], t.hi);
  }
  for (int l = 0; l < nloops; l++)
    if (r->lo[l] > r->hi[l]) return false;
  return true;
}

int64_t md_rect_common(const struct md_rect *a, const struct md_rect *b, int nloops) {
  int64_t n = 1;
  for (int l = 0; l < nloops; l++) {
    int64_t w = min64(a->hi[l], b->hi[l]) - max64(a->lo[l], b->lo[l]) + 1;
    if (w <= 0) return 0;
    n *= w;
  }
  return n;
}
