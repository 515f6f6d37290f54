/* Random checks of sections through lists against brute force. Argument: seed. */
#include <ISO_Fortran_binding.h>
#include <stdbool.h>
#include <string.h>

#include "../../src/lists.h"
#include "../../src/rt.h"
#include "check.h"

enum { MEMORY = 1 << 15, MOST_BYTES = 1 << 14, MOST_LIST = 20, MOST_DIMS = 3 };

struct md_runtime md_rt;

_Noreturn void md_fail(struct md_where at, const char *format, ...) {
  printf("FAIL: %s:%d: %s\n", at.file, at.line, format);
  exit(1);
}

/* A section of an array in memory, and a list of elements of one of its dimensions. */
struct trial {
  CFI_CDESC_T(MOST_DIMS) d;
  CFI_CDESC_T(1) l;
  int dim;
  long long low;
  char numbers[8 * 3 * MOST_LIST];
};

static char memory[MEMORY], backup[MEMORY], stream[MOST_BYTES], packed[MOST_BYTES];

static CFI_cdesc_t *array(struct trial *t) { return (CFI_cdesc_t *)&t->d; }
static CFI_cdesc_t *list(struct trial *t) { return (CFI_cdesc_t *)&t->l; }

static void put(struct trial *t, ptrdiff_t i, long long value) {
  char *at = (char *)list(t)->base_addr + i * list(t)->dim[0].sm;
  int8_t v1 = (int8_t)value;
  int16_t v2 = (int16_t)value;
  int32_t v4 = (int32_t)value;
  int64_t v8 = value;
  memcpy(at, list(t)->elem_len == 1 ? (void *)&v1 : list(t)->elem_len == 2 ? (void *)&v2 : list(t)->elem_len == 4 ? (void *)&v4 : (void *)&v8,
         list(t)->elem_len);
}

static long long get(struct trial *t, ptrdiff_t i) {
  const char *at = (char *)list(t)->base_addr + i * list(t)->dim[0].sm;
  switch (list(t)->elem_len) {
  case 1: return *(const int8_t *)at;
  case 2: return *(const int16_t *)at;
  case 4: return *(const int32_t *)at;
  default: return *(const int64_t *)at;
  }
}

static void random_array(struct trial *t) {
  static const size_t lengths[] = {1, 2, 3, 4, 8, 16, 24};
  CFI_cdesc_t *d = array(t);
  ptrdiff_t span;
  do {
    d->elem_len = lengths[pick(0, 6)];
    d->rank = (CFI_rank_t)pick(1, MOST_DIMS);
    span = (ptrdiff_t)d->elem_len;
    for (int k = 0; k < d->rank; k++) {
      ptrdiff_t step = pick(0, 1) ? 1 : pick(1, 3), gap = pick(0, 1) ? 0 : pick(0, 2);
      d->dim[k].extent = pick(0, 15) == 0 ? 0 : pick(1, 7);
      d->dim[k].sm = span * step;
      span *= d->dim[k].extent * step + gap > 0 ? d->dim[k].extent * step + gap : 1;
    }
  } while (span > MEMORY - 64);
  d->base_addr = memory + pick(0, 63);
}

static void random_list(struct trial *t) {
  static const size_t kinds[] = {1, 2, 4, 8};
  CFI_cdesc_t *l = list(t);
  t->dim = (int)pick(0, array(t)->rank - 1);
  t->low = pick(-5, 5);
  ptrdiff_t extent = array(t)->dim[t->dim].extent, step = pick(-2, 2), first = pick(0, extent > 0 ? extent - 1 : 0);
  l->elem_len = kinds[pick(0, 3)];
  l->rank = 1;
  l->dim[0].sm = (ptrdiff_t)l->elem_len * pick(1, 3);
  l->base_addr = t->numbers;
  l->dim[0].extent = extent == 0 ? 0 : pick(0, MOST_LIST);
  bool even = pick(0, 3) == 0; /* a triplet in the form of a list */
  for (ptrdiff_t i = 0; i < l->dim[0].extent; i++) {
    ptrdiff_t e = even ? first + i * step : pick(0, extent - 1);
    if (e < 0 || e >= extent) {
      l->dim[0].extent = i;
      return;
    }
    put(t, i, t->low + e);
  }
}

/* The extent of dimension k of the section. */
static ptrdiff_t extent_of(struct trial *t, int k) { return k == t->dim ? list(t)->dim[0].extent : array(t)->dim[k].extent; }

static size_t elements(struct trial *t) {
  size_t n = 1;
  for (int k = 0; k < array(t)->rank; k++) n *= (size_t)extent_of(t, k);
  return n;
}

static char *element(struct trial *t, size_t i) {
  char *at = array(t)->base_addr;
  for (int k = 0; k < array(t)->rank; k++) {
    ptrdiff_t e = (ptrdiff_t)(i % (size_t)extent_of(t, k));
    at += (k == t->dim ? get(t, e) - t->low : e) * array(t)->dim[k].sm;
    i /= (size_t)extent_of(t, k);
  }
  return at;
}

static bool named_twice(struct trial *t) {
  for (ptrdiff_t i = 0; i < list(t)->dim[0].extent; i++)
    for (ptrdiff_t k = 0; k < i; k++)
      if (get(t, i) == get(t, k)) return true;
  return false;
}

static void check_bytes(struct trial *t, const struct md_section *s) {
  size_t n = elements(t), len = array(t)->elem_len;
  CHECK(s->bytes == n * len, "%zu bytes of %zu", s->bytes, n * len);
  for (size_t i = 0; i < n; i++) memcpy(stream + i * len, element(t, i), len);
  for (int k = 0; k < 4; k++) {
    size_t from = (size_t)pick(0, (int64_t)s->bytes), length = (size_t)pick(0, (int64_t)(s->bytes - from));
    if (k == 0) from = 0, length = s->bytes;
    md_section_pack(s, from, length, packed);
    CHECK(memcmp(packed, stream + from, length) == 0, "pack");
    memcpy(backup, memory, MEMORY);
    for (size_t i = 0; i < length; i++) packed[i] = (char)pick(0, 255);
    md_section_unpack(s, from, length, packed);
    for (size_t i = 0; i < length; i++) { /* the last one wins */
      char *at = element(t, (from + i) / len) + (from + i) % len;
      CHECK(named_twice(t) || *at == packed[i], "unpack");
    }
    for (size_t i = 0; i < length; i++) {
      char *at = element(t, (from + i) / len) + (from + i) % len;
      *at = backup[at - memory];
    }
    CHECK(memcmp(backup, memory, MEMORY) == 0, "unpack elsewhere");
  }
}

/* The same list is the same section, and one that differs in one number is not. */
static void check_same(struct trial *t, const struct md_section *s) {
  struct md_section again;
  struct md_where here = {"list_check", 0};
  ptrdiff_t n = list(t)->dim[0].extent;
  md_section_list(&again, array(t), t->dim, t->low, list(t), here);
  CHECK(md_section_same(s, 1, &again, 1), "stated again it is another one");
  md_sections_release(&again, 1);
  ptrdiff_t extent = array(t)->dim[t->dim].extent;
  if (n == 0 || extent < 2 || s->bytes == 0) return;
  ptrdiff_t at = pick(0, n - 1);
  long long old = get(t, at);
  put(t, at, old > t->low ? old - 1 : old + 1);
  md_section_list(&again, array(t), t->dim, t->low, list(t), here);
  CHECK(!md_section_same(s, 1, &again, 1), "with another list it is the same");
  md_sections_release(&again, 1);
  put(t, at, old);
}

static void check_amiss(struct trial *t) {
  ptrdiff_t n = list(t)->dim[0].extent, extent = array(t)->dim[t->dim].extent;
  CHECK(md_list_check(array(t), t->dim, t->low, list(t), false).what == MD_NOTHING_AMISS, "something amiss");
  CHECK((md_list_check(array(t), t->dim, t->low, list(t), true).what == MD_TWICE) == named_twice(t), "twice");
  if (n == 0) return;
  long long old = get(t, n - 1);
  put(t, n - 1, t->low - 1);
  CHECK(md_list_check(array(t), t->dim, t->low, list(t), false).what == MD_OUTSIDE, "below");
  if (extent == 1 && t->dim == array(t)->rank - 1) return; /* may have more */
  put(t, n - 1, t->low + extent);
  CHECK(md_list_check(array(t), t->dim, t->low, list(t), false).what == MD_OUTSIDE, "above");
  put(t, n - 1, old);
}

int main(int argc, char **argv) {
  enum { KEPT = 100 };
  static struct trial t;
  static struct md_section kept[KEPT];
  static char was[KEPT][MOST_BYTES];
  unsigned listed = 0;
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  for (size_t i = 0; i < MEMORY; i++) memory[i] = (char)pick(0, 255);
  for (int i = 0; i < 30000; i++) {
    int k = i % KEPT;
    struct md_section s;
    random_array(&t);
    random_list(&t);
    if (elements(&t) * array(&t)->elem_len > MOST_BYTES) continue;
    md_section_list(&s, array(&t), t.dim, t.low, list(&t), (struct md_where){"list_check", i});
    check_bytes(&t, &s);
    check_same(&t, &s);
    check_amiss(&t);
    listed += s.list != NULL;
    /* one that was kept has not changed, whatever was stated since then */
    md_section_pack(&kept[k], 0, kept[k].bytes, packed);
    CHECK(memcmp(packed, was[k], kept[k].bytes) == 0, "a list that was held has changed");
    md_sections_release(&kept[k], 1);
    kept[k] = s;
    md_section_pack(&s, 0, s.bytes, was[k]);
  }
  CHECK(listed > 10000, "only %u lists", listed);
  md_sections_release(kept, KEPT);
  CHECK(md_rt.transport.lists.spare <= 64, "%u lists are kept that nobody holds", md_rt.transport.lists.spare);
  md_lists_close();
  printf("ok: %u lists\n", listed);
  return 0;
}
