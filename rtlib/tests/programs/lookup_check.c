/* Random checks of footprints that are looked up against brute force. Argument: seed. */
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../src/lookup.h"
#include "check.h"

enum { ROOM = 512, MOST_TRIP = 400 };

static struct {
  _Alignas(8) char numbers[3][ROOM * 8 * 2]; /* what is looked into: index, from, to */
  struct md_lookup what;
  struct md_loop loops[2];
  int nloops, along; /* from 0 */
  int64_t least, most;
} now;

static int64_t get(const struct md_view *v, int64_t i, int64_t j) {
  const char *p = v->base + i * v->stride[0] + (v->rank > 1 ? j * v->stride[1] : 0);
  switch (v->elem) {
  case 1: return *(const int8_t *)p;
  case 2: return *(const int16_t *)p;
  case 4: return *(const int32_t *)p;
  default: return *(const int64_t *)p;
  }
}

static void put(const struct md_view *v, int64_t i, int64_t j, int64_t n) {
  char *p = v->base + i * v->stride[0] + (v->rank > 1 ? j * v->stride[1] : 0);
  switch (v->elem) {
  case 1: *(int8_t *)p = (int8_t)n; break;
  case 2: *(int16_t *)p = (int16_t)n; break;
  case 4: *(int32_t *)p = (int32_t)n; break;
  default: *(int64_t *)p = n;
  }
}

static void random_view(struct md_view *v, int which, int rank, int64_t extent) {
  static const size_t kinds[] = {1, 2, 4, 4, 4, 8};
  *v = (struct md_view){.base = now.numbers[which], .elem = kinds[pick(which == 0 ? 0 : 2, 5)], .rank = rank};
  v->stride[0] = (int64_t)v->elem * pick(1, 2);
  v->extent[0] = rank == 1 ? extent : pick(1, 4);
  if (rank > 1) {
    v->extent[1] = ROOM / 4;
    v->stride[1] = v->stride[0] * v->extent[0];
  }
}

/* One subscript along the loop, as far as it is in bounds, or the whole dimension. */
static struct md_subscript along(int64_t extent) {
  const struct md_loop *l = &now.loops[now.along];
  int64_t last = l->first + (l->trip - 1) * l->step, coef = pick(0, 3) ? 1 : pick(0, 1) ? -1 : 2;
  int64_t a = coef * l->first, b = coef * last, lo = pick(0, 3) - (a < b ? a : b), hi = lo + (pick(0, 2) ? 0 : pick(0, 3));
  (void)extent;
  return (struct md_subscript){now.along + 1, coef, lo, hi};
}

static void random_loops(void) {
  now.nloops = (int)pick(1, 2);
  now.along = (int)pick(0, now.nloops - 1);
  for (int l = 0; l < now.nloops; l++) {
    int64_t step = pick(0, 3) ? 1 : pick(0, 1) ? 2 : -1;
    now.loops[l] = (struct md_loop){pick(-5, 5), step, pick(0, 3) ? pick(1, 20) : pick(1, MOST_TRIP / 4)};
  }
}

static void fill(const struct md_view *v, int64_t lo, int64_t hi, bool ascending) {
  int64_t n = lo;
  for (int64_t j = 0; j < (v->rank > 1 ? v->extent[1] : 1); j++)
    for (int64_t i = 0; i < (v->rank > 1 ? v->extent[0] : ROOM); i++) {
      int64_t local = lo + (i + j * 4) * (hi - lo) / ROOM + pick(-2, 2);
      n = ascending ? n + pick(0, 3) : pick(0, 1) ? pick(lo, hi) : local < lo ? lo : local > hi ? hi : local;
      put(v, i, j, n);
    }
}

static void random_what(void) {
  struct md_lookup *w = &now.what;
  random_loops();
  *w = (struct md_lookup){.on = true, .fixed = pick(0, 1), .certain = true, .rows = pick(0, 1), .dim = (int)pick(0, 2)};
  int rank = w->rows ? 1 : (int)pick(1, 2);
  bool open = rank == 1 && pick(0, 1);
  random_view(&w->in.array, 0, rank, open ? -1 : pick(1, ROOM));
  fill(&w->in.array, -100, 100, false);
  w->in.plus = pick(-3, 3);
  for (int d = 0; d < rank; d++) w->in.sub[d] = (struct md_subscript){0, 0, -INT64_MAX, INT64_MAX};
  if (!w->rows) w->in.sub[rank - 1] = along(w->in.array.extent[rank - 1]);
  if (!w->rows) return;
  random_view(&w->from.array, 1, 1, pick(0, 3) ? -1 : pick(1, ROOM));
  fill(&w->from.array, 1, 60, pick(0, 3) != 0);
  w->from.sub[0] = along(0);
  w->from.sub[0].hi = w->from.sub[0].lo;
  w->from.plus = -1;
  w->to = w->from;
  w->to.plus = pick(-2, 2);
  if (pick(0, 3)) { /* begins(i+1) - 1 */
    w->to.sub[0].lo++;
    w->to.sub[0].hi++;
  }
  if (!open) return;
  for (int64_t i = 0; i < ROOM; i++) /* the program looks at nothing that does not exist */
    if (get(&w->from.array, i, 0) > ROOM - 4 || get(&w->from.array, i, 0) < 1) put(&w->from.array, i, 0, 1);
}

static bool within(const struct md_view *v, int d, int64_t i) { return i >= 0 && (v->extent[d] == -1 ? i < ROOM : i < v->extent[d]); }

/* Whether iteration k of the loop touches an element between lo and hi. */
static bool touches(int64_t k, int64_t lo, int64_t hi) {
  const struct md_lookup *w = &now.what;
  int64_t v = now.loops[now.along].first + k * now.loops[now.along].step;
  if (w->rows) {
    int64_t f = w->from.sub[0].coef * v + w->from.sub[0].lo, t = w->to.sub[0].coef * v + w->to.sub[0].lo;
    if (!within(&w->from.array, 0, f) || !within(&w->to.array, 0, t)) return false;
    for (int64_t i = get(&w->from.array, f, 0) + w->from.plus; i <= get(&w->to.array, t, 0) + w->to.plus; i++) {
      if (!within(&w->in.array, 0, i)) continue;
      int64_t n = get(&w->in.array, i, 0) + w->in.plus;
      if (n >= lo && n <= hi) return true;
    }
    return false;
  }
  int last = w->in.array.rank - 1;
  const struct md_subscript *s = &w->in.sub[last];
  for (int64_t i = s->coef * v + s->lo; i <= s->coef * v + s->hi; i++)
    for (int64_t j = 0; j < (last > 0 ? w->in.array.extent[0] : 1); j++) {
      if (!within(&w->in.array, last, i)) continue;
      int64_t n = (last > 0 ? get(&w->in.array, j, i) : get(&w->in.array, i, 0)) + w->in.plus;
      if (n >= lo && n <= hi) return true;
    }
  return false;
}

static int64_t asked, left_out;

static void check_runs(const struct md_looked *l) {
  for (int i = 0; i < 10; i++) {
    struct md_range run[16], e = {.lo = pick(-110, 110)};
    e.hi = e.lo + pick(0, 30);
    int n = md_lookup_runs(l, e, run, (int)pick(1, 16));
    int64_t trip = now.loops[now.along].trip;
    for (int r = 0; r < n; r++) {
      CHECK(run[r].lo <= run[r].hi && run[r].lo >= 0 && run[r].hi < trip, "run %d is %ld to %ld of %ld", r, (long)run[r].lo, (long)run[r].hi, (long)trip);
      CHECK(r == 0 || run[r].lo > run[r - 1].hi, "runs overlap");
    }
    for (int64_t k = 0; k < trip; k++) {
      bool in = false;
      for (int r = 0; r < n; r++) in = in || (k >= run[r].lo && k <= run[r].hi);
      asked++;
      left_out += !in;
      CHECK(in || !touches(k, e.lo, e.hi), "iteration %ld touches elements %ld to %ld", (long)k, (long)e.lo, (long)e.hi);
    }
  }
}

static int64_t kept, renewed;

static void check(void) {
  static struct md_looked l;
  bool same;
  uint64_t stay = (uint64_t)pick(0, 2);
  random_what();
  if (pick(0, 3) == 0) l = (struct md_looked){0};
  if (!md_lookup_read(&l, &now.what, now.loops, now.nloops, stay, &same)) {
    CHECK(false, "not read");
  }
  check_runs(&l);
  CHECK(md_lookup_read(&l, &now.what, now.loops, now.nloops, stay, &same) && same, "not the same at once");
  kept++;
  struct md_view *v = &now.what.in.array; /* something else in it: seen but by who was promised that there is not */
  for (int64_t i = 0; i < ROOM && v->rank == 1; i++) put(v, i, 0, -get(v, i, 0));
  bool can = md_lookup_read(&l, &now.what, now.loops, now.nloops, stay + 1, &same);
  CHECK(can, "not read again");
  renewed += !same;
  check_runs(&l);
}

/* ---- arrays without an upper bound: of these only what the program reads is there ---- */

static char *end; /* of memory; behind it there is none */
enum { BEHIND = 1 << 16 };

static void memory(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  end = (char *)mmap(NULL, BEHIND + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + BEHIND;
  CHECK(end - BEHIND != MAP_FAILED && mprotect(end, page, PROT_NONE) == 0, "no memory");
}

/* What iteration k reads in dimension d. */
static struct md_range reads(const struct md_subscript *s, int64_t k) {
  const struct md_loop *l = &now.loops[now.along];
  int64_t at = s->loop != 0 ? s->coef * (l->first + k * l->step) : 0;
  return (struct md_range){at + s->lo, at + s->hi};
}

static const struct md_lookup *open_what(int rank) {
  static struct md_lookup w;
  random_loops();
  w = (struct md_lookup){.on = true, .certain = true, .in.plus = pick(-3, 3)};
  struct md_view *v = &w.in.array;
  *v = (struct md_view){.elem = 4, .rank = rank};
  int moves = (int)pick(0, rank - 1);
  int64_t stride = 4;
  for (int d = 0; d < rank; d++) {
    struct md_subscript *s = &w.in.sub[d];
    int64_t lo = pick(0, 3);
    *s = (struct md_subscript){0, 0, lo, lo + pick(pick(0, 9) ? 0 : -2, 3)};
    if (d == moves) {
      int64_t width = s->hi - s->lo;
      *s = along(0);
      s->hi = s->lo + width;
    }
    struct md_range first = reads(s, 0), last = reads(s, now.loops[now.along].trip - 1);
    int64_t most = first.hi > last.hi ? first.hi : last.hi;
    v->extent[d] = d == rank - 1 ? -1 : (most < 0 ? 0 : most) + pick(1, 3);
    v->stride[d] = stride;
    stride *= d == rank - 1 ? 1 : v->extent[d];
  }
  return &w;
}

/* Does f with the offset of each element that iteration k reads, and the last of them. */
static int64_t each_read(const struct md_lookup *w, int64_t k, void (*f)(int64_t offset)) {
  struct md_range r[3] = {{0, 0}, {0, 0}, {0, 0}};
  int64_t last = -1;
  for (int d = 0; d < w->in.array.rank; d++) r[d] = reads(&w->in.sub[d], k);
  for (int64_t c = r[2].lo; c <= r[2].hi; c++)
    for (int64_t b = r[1].lo; b <= r[1].hi; b++)
      for (int64_t a = r[0].lo; a <= r[0].hi; a++) {
        int64_t at = a * w->in.array.stride[0] + b * w->in.array.stride[1] + c * w->in.array.stride[2];
        if (f != NULL) f(at);
        if (at > last) last = at;
      }
  return last;
}

static int64_t from, to, plus;
static const char *base;
static bool touched;
static void touch(int64_t at) {
  int64_t n = *(const int32_t *)(base + at) + plus;
  touched = touched || (n >= from && n <= to);
}

static void check_open(void) {
  struct md_looked l = {0};
  bool same;
  struct md_lookup w = *open_what((int)pick(1, 3));
  int64_t trip = now.loops[now.along].trip, bytes = 0;
  for (int64_t k = 0; k < trip; k++) {
    int64_t last = each_read(&w, k, NULL);
    if (last >= 0 && last + 4 > bytes) bytes = last + 4;
  }
  CHECK(bytes <= BEHIND, "too little room");
  base = w.in.array.base = end - bytes;
  plus = w.in.plus;
  for (int64_t at = 0; at < bytes; at += 4) *(int32_t *)(w.in.array.base + at) = (int32_t)pick(-100, 100);
  CHECK(md_lookup_read(&l, &w, now.loops, now.nloops, 0, &same), "not read");
  for (int i = 0; i < 5; i++) {
    struct md_range run[16], e = {.lo = pick(-110, 110)};
    e.hi = e.lo + pick(0, 30);
    from = e.lo;
    to = e.hi;
    int n = md_lookup_runs(&l, e, run, (int)pick(1, 16));
    for (int64_t k = 0; k < trip; k++) {
      bool in = false;
      for (int r = 0; r < n; r++) in = in || (k >= run[r].lo && k <= run[r].hi);
      touched = false;
      each_read(&w, k, touch);
      CHECK(in || !touched, "iteration %ld touches elements %ld to %ld", (long)k, (long)e.lo, (long)e.hi);
    }
  }
  int d = (int)pick(0, w.in.array.rank - 1); /* nobody knows how far */
  if (w.in.sub[d].loop == 0) {
    w.in.sub[d] = (struct md_subscript){0, 0, -INT64_MAX, INT64_MAX};
    CHECK(!md_lookup_read(&l, &w, now.loops, now.nloops, 0, &same), "read to nobody knows where");
  }
  w = *open_what((int)pick(1, 3));
  w.in.array.base = end;
  struct md_loop *empty = &now.loops[pick(0, now.nloops - 1)]; /* the one along which it looks, or another one */
  int64_t had = empty->trip;
  empty->trip = 0;
  CHECK(!md_lookup_read(&l, &w, now.loops, now.nloops, 0, &same), "read although nothing is executed");
  empty->trip = had;
  w.certain = false;
  CHECK(!md_lookup_read(&l, &w, now.loops, now.nloops, 0, &same), "read although the program need not read it");
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  memory();
  for (int i = 0; i < 20000; i++) check();
  for (int i = 0; i < 20000; i++) check_open();
  CHECK(left_out * 5 > asked && renewed > 5000, "only %ld of %ld iterations left out, %ld renewed", (long)left_out, (long)asked, (long)renewed);
  printf("ok: %ld of %ld iterations left out, %ld of %ld renewed\n", (long)left_out, (long)asked, (long)renewed, (long)kept);
  return 0;
}
