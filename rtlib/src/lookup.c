/* Footprints that are looked up: see lookup.h. */
#include "lookup.h"

#include <string.h>

/* ---- the same as before ---- */

static bool same_in(const struct md_lookup_in *a, const struct md_lookup_in *b) {
  if (a->array.base != b->array.base || a->array.elem != b->array.elem || a->array.rank != b->array.rank || a->plus != b->plus) return false;
  for (int d = 0; d < a->array.rank; d++) {
    const struct md_subscript *s = &a->sub[d], *t = &b->sub[d];
    if (a->array.extent[d] != b->array.extent[d] || a->array.stride[d] != b->array.stride[d]) return false;
    if (s->loop != t->loop || s->coef != t->coef || s->lo != t->lo || s->hi != t->hi) return false;
  }
  return true;
}

static bool same_what(const struct md_lookup *a, const struct md_lookup *b) {
  return a->fixed == b->fixed && a->certain == b->certain && a->rows == b->rows && a->dim == b->dim && same_in(&a->in, &b->in) &&
         (!a->rows || (same_in(&a->from, &b->from) && same_in(&a->to, &b->to)));
}

static bool same_loops(const struct md_loop *a, const struct md_loop *b, int n) {
  for (int l = 0; l < n; l++)
    if (a[l].first != b[l].first || a[l].step != b[l].step || a[l].trip != b[l].trip) return false;
  return true;
}

/* ---- reading ---- */

static bool legible(const struct md_view *v, bool certain) {
  if (v->rank == 0 || (v->elem != 1 && v->elem != 2 && v->elem != 4 && v->elem != 8)) return false;
  for (int d = 0; d < v->rank; d++)
    if (v->extent[d] == -1 && (!certain || d < v->rank - 1)) return false;
  return true;
}

/* Whether it is known how far an array that does not say it is looked at. */
static bool ends(const struct md_lookup_in *in) {
  if (in->array.extent[in->array.rank - 1] != -1) return true;
  for (int d = 0; d < in->array.rank; d++)
    if (in->sub[d].lo == -INT64_MAX || in->sub[d].hi == INT64_MAX) return false;
  return true;
}

/* Whether what is looked into can be read: what has bounds up to them, all else as far as the program itself reads it. */
static bool understood(const struct md_lookup *w) {
  if (!legible(&w->in.array, w->certain)) return false;
  if (!w->rows) return ends(&w->in);
  return w->in.array.rank == 1 && w->from.array.rank == 1 && w->to.array.rank == 1 && legible(&w->from.array, w->certain) &&
         legible(&w->to.array, w->certain) && ends(&w->from) && ends(&w->to) && w->from.sub[0].loop == w->to.sub[0].loop;
}

static const char *element(const struct md_view *v, const int64_t *at) {
  const char *p = v->base;
  for (int d = 0; d < v->rank; d++) p += at[d] * v->stride[d];
  return p;
}

static int64_t number(const char *p, size_t elem) {
  switch (elem) {
  case 1: return *(const int8_t *)p;
  case 2: return *(const int16_t *)p;
  case 4: return *(const int32_t *)p;
  default: return *(const int64_t *)p;
  }
}

static void include(struct md_range *r, int64_t n) {
  if (n < r->lo) r->lo = n;
  if (n > r->hi) r->hi = n;
}

/* n numbers that are stride bytes apart. Almost all are of kind 4 and side by side. */
static void include_run(struct md_range *r, const char *p, int64_t n, int64_t stride, size_t elem) {
  if (elem == 4 && stride == 4) {
    const int32_t *q = (const int32_t *)p;
    int32_t lo[4] = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}, hi[4] = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (int k = 0; k < 4; k++) {
        lo[k] = q[i + k] < lo[k] ? q[i + k] : lo[k];
        hi[k] = q[i + k] > hi[k] ? q[i + k] : hi[k];
      }
    for (; i < n; i++) include(r, q[i]);
    for (int k = 0; k < 4 && n >= 4; k++) {
      include(r, lo[k]);
      include(r, hi[k]);
    }
    return;
  }
  for (int64_t i = 0; i < n; i++) include(r, number(p + i * stride, elem));
}

/* The elements that iterations lo .. hi of loop l (from 0) name, as far as there are such. */
static struct md_range named(const struct md_lookup_in *in, int d, const struct md_loop *loop, int l, int64_t lo, int64_t hi) {
  const struct md_subscript *s = &in->sub[d];
  struct md_range r = {s->lo, s->hi};
  if (s->lo > s->hi) return r; /* a loop inside makes no iteration */
  if (s->loop == l + 1) {
    int64_t a = s->coef * (loop->first + lo * loop->step), b = s->coef * (loop->first + hi * loop->step);
    r.lo += a < b ? a : b;
    r.hi += a < b ? b : a;
  }
  if (r.lo < 0) r.lo = 0;
  if (in->array.extent[d] != -1 && r.hi >= in->array.extent[d]) r.hi = in->array.extent[d] - 1;
  return r;
}

/* The block of the index array that the iterations name. */
static void read_block(struct md_range *r, const struct md_lookup_in *in, const struct md_loop *loop, int l, int64_t lo, int64_t hi) {
  const struct md_view *v = &in->array;
  struct md_range b[MD_MAX_RANK] = {{0, -1}};
  int64_t at[MD_MAX_RANK];
  for (int d = 0; d < v->rank; d++) {
    b[d] = named(in, d, loop, l, lo, hi);
    if (b[d].lo > b[d].hi) return;
    at[d] = b[d].lo;
  }
  for (;;) {
    include_run(r, element(v, at), b[0].hi - b[0].lo + 1, v->stride[0], v->elem);
    int d = 1;
    while (d < v->rank && ++at[d] > b[d].hi) {
      at[d] = b[d].lo;
      d++;
    }
    if (d >= v->rank) return;
  }
}

/* The number that iteration k finds, false: there is none. */
static bool end_of(const struct md_lookup_in *in, const struct md_loop *loop, int l, int64_t k, int64_t *n) {
  struct md_range at = named(in, 0, loop, l, k, k);
  if (at.lo > at.hi) return false;
  *n = number(in->array.base + at.lo * in->array.stride[0], in->array.elem) + in->plus;
  return true;
}

static void read_row(struct md_range *r, const struct md_view *v, struct md_range row) {
  if (row.lo < 0) row.lo = 0;
  if (v->extent[0] != -1 && row.hi >= v->extent[0]) row.hi = v->extent[0] - 1;
  if (row.lo <= row.hi) include_run(r, v->base + row.lo * v->stride[0], row.hi - row.lo + 1, v->stride[0], v->elem);
}

/* Rows that follow each other are read as one. */
static void read_rows(struct md_range *r, const struct md_lookup *w, const struct md_loop *loop, int l, int64_t lo, int64_t hi) {
  struct md_range run = {0, -1}, row;
  for (int64_t k = lo; k <= hi; k++) {
    if (!end_of(&w->from, loop, l, k, &row.lo) || !end_of(&w->to, loop, l, k, &row.hi) || row.lo > row.hi) continue;
    if (row.lo == run.hi + 1 && run.lo <= run.hi) {
      run.hi = row.hi;
      continue;
    }
    read_row(r, &w->in.array, run);
    run = row;
  }
  read_row(r, &w->in.array, run);
}

/* The loop along which the subscripts of in differ, from 0; -1: there is not one. */
static int loop_of(const struct md_lookup_in *in) {
  int loop = -1;
  for (int d = 0; d < in->array.rank; d++) {
    int l = in->sub[d].loop - 1;
    if (l >= 0 && loop >= 0 && l != loop) return -1;
    if (l >= 0) loop = l;
  }
  return loop;
}

/* Whether the loops make an iteration: else nobody looks at anything. */
static bool run(const struct md_loop *loops, int nloops) {
  for (int l = 0; l < nloops; l++)
    if (loops[l].trip <= 0) return false;
  return true;
}

static int64_t first_of(const struct md_looked *l, int c) {
  return (int64_t)((__int128)l->loops[l->loop].trip * c / l->chunks);
}

static bool read(struct md_looked *l, bool *same) {
  const struct md_lookup *w = &l->what;
  bool known = l->valid;
  for (int c = 0; c < l->chunks; c++) {
    struct md_range r = {INT64_MAX, INT64_MIN};
    int64_t lo = first_of(l, c), hi = first_of(l, c + 1) - 1;
    if (w->rows)
      read_rows(&r, w, &l->loops[l->loop], l->loop, lo, hi);
    else
      read_block(&r, &w->in, &l->loops[l->loop], l->loop, lo, hi);
    if (r.lo <= r.hi) r = (struct md_range){r.lo + w->in.plus, r.hi + w->in.plus};
    if (!known || r.lo != l->chunk[c].lo || r.hi != l->chunk[c].hi) *same = false;
    l->chunk[c] = r;
  }
  return l->valid = true;
}

bool md_lookup_read(struct md_looked *l, const struct md_lookup *what, const struct md_loop *loops, int nloops, uint64_t stay, bool *same) {
  *same = l->valid && same_what(&l->what, what) && same_loops(l->loops, loops, nloops);
  if (*same && what->fixed && stay != 0 && l->stay == stay) return true;
  int loop = loop_of(what->rows ? &what->from : &what->in);
  if (!understood(what) || loop < 0 || !run(loops, nloops)) return l->valid = *same = false;
  if (!*same) {
    l->valid = false;
    l->what = *what;
    memcpy(l->loops, loops, (size_t)nloops * sizeof *loops);
    l->loop = loop;
    l->chunks = loops[loop].trip < MD_CHUNKS ? (int)loops[loop].trip : MD_CHUNKS;
  }
  l->stay = stay;
  return read(l, same);
}

/* ---- asking ---- */

/* Joins the runs that are closest to each other. */
static int join(struct md_range *run, int n) {
  int64_t least = INT64_MAX;
  for (int i = 1; i < n; i++)
    if (run[i].lo - run[i - 1].hi < least) least = run[i].lo - run[i - 1].hi;
  int m = 1;
  for (int i = 1; i < n; i++) {
    if (run[i].lo - run[m - 1].hi <= least)
      run[m - 1].hi = run[i].hi;
    else
      run[m++] = run[i];
  }
  return m;
}

int md_lookup_runs(const struct md_looked *l, struct md_range elements, struct md_range *run, int most) {
  struct md_range all[MD_CHUNKS];
  int n = 0;
  bool before = false;
  for (int c = 0; c < l->chunks; c++) {
    bool meets = l->chunk[c].lo <= elements.hi && l->chunk[c].hi >= elements.lo;
    if (meets && before)
      all[n - 1].hi = first_of(l, c + 1) - 1;
    else if (meets)
      all[n++] = (struct md_range){first_of(l, c), first_of(l, c + 1) - 1};
    before = meets;
  }
  while (n > most) n = join(all, n);
  memcpy(run, all, (size_t)n * sizeof *run);
  return n;
}
