/* Sections against brute force: random descriptors, every element by hand. */
#include "../../src/section.c"

#include "check.h"

void md_fail(struct md_where at, const char *format, ...) {
  (void)at;
  fprintf(stderr, "unexpected: %s\n", format);
  exit(2);
}

enum { MEMORY = 1 << 16, MOST_BYTES = 1 << 14 };

static char memory[MEMORY], backup[MEMORY];
static char stream[MOST_BYTES], packed[MOST_BYTES];

static unsigned roll(unsigned n) { return (unsigned)pick(0, n - 1); }

struct any {
  CFI_CDESC_T(4) d;
};

/* A section of an array that lies in memory: extents, steps of either sign, gaps. */
static CFI_cdesc_t *try_section(struct any *a) {
  static const size_t lengths[] = {1, 2, 3, 4, 8, 16, 24};
  CFI_cdesc_t *d = (CFI_cdesc_t *)&a->d;
  ptrdiff_t span, first = 0;
  d->elem_len = lengths[roll(7)];
  d->version = CFI_VERSION;
  d->rank = (CFI_rank_t)roll(5);
  d->attribute = CFI_attribute_other;
  d->type = CFI_type_other;
  span = (ptrdiff_t)d->elem_len;
  for (int k = 0; k < d->rank; k++) {
    ptrdiff_t n = roll(12) == 0 ? 0 : 1 + roll(5), step = roll(2) == 0 ? 1 : 1 + roll(3);
    ptrdiff_t whole = n * step + (roll(2) == 0 ? 0 : roll(3));
    d->dim[k].lower_bound = 0;
    d->dim[k].extent = n;
    d->dim[k].sm = span * step;
    if (n > 0 && roll(3) == 0) {
      first += (n - 1) * d->dim[k].sm;
      d->dim[k].sm = -d->dim[k].sm;
    }
    span *= whole > 0 ? whole : 1;
  }
  d->base_addr = memory + first + roll(64);
  return span > MEMORY - 64 ? NULL : d;
}

static CFI_cdesc_t *random_section(struct any *a) {
  CFI_cdesc_t *d;
  do
    d = try_section(a);
  while (d == NULL);
  return d;
}

/* Address of element number i. */
static char *element(const CFI_cdesc_t *d, size_t i) {
  char *at = d->base_addr;
  for (int k = 0; k < d->rank; k++) {
    at += (ptrdiff_t)(i % (size_t)d->dim[k].extent) * d->dim[k].sm;
    i /= (size_t)d->dim[k].extent;
  }
  return at;
}

static size_t elements(const CFI_cdesc_t *d) {
  size_t n = 1;
  for (int k = 0; k < d->rank; k++) n *= (size_t)d->dim[k].extent;
  return n;
}

static void expect(int ok, const char *what, unsigned round) {
  if (ok) return;
  printf("round %u wrong: %s\n", round, what);
  exit(1);
}

static void test_section(unsigned round) {
  struct any a;
  CFI_cdesc_t *d = random_section(&a);
  struct md_section s;
  size_t n = elements(d), len = d->elem_len;
  if (n * len > MOST_BYTES) return;
  for (size_t i = 0; i < n; i++) memcpy(stream + i * len, element(d, i), len);
  md_section_of(&s, d, (struct md_where){0});
  expect(s.bytes == n * len, "bytes", round);
  for (int t = 0; t < 4; t++) {
    size_t from = roll((unsigned)s.bytes + 1), length = roll((unsigned)(s.bytes - from) + 1);
    if (t == 0) from = 0, length = s.bytes;
    md_section_pack(&s, from, length, packed);
    expect(memcmp(packed, stream + from, length) == 0, "pack", round);
    /* Unpacking changes these bytes and no others. */
    memcpy(backup, memory, MEMORY);
    for (size_t i = 0; i < length; i++) packed[i] = (char)roll(256);
    md_section_unpack(&s, from, length, packed);
    for (size_t i = 0; i < length; i++) {
      char *at = element(d, (from + i) / len) + (from + i) % len;
      expect(*at == packed[i], "unpack", round);
      *at = backup[at - memory];
    }
    expect(memcmp(backup, memory, MEMORY) == 0, "unpack elsewhere", round);
  }
}

struct collected {
  size_t bytes;
  int sections;
};

static void collect(void *arg, const struct md_section *s) {
  struct collected *c = arg;
  md_section_pack(s, 0, s->bytes, packed + c->bytes);
  c->bytes += s->bytes;
  c->sections++;
}

static void test_range(unsigned round) {
  struct any a;
  CFI_cdesc_t *d = random_section(&a);
  size_t n = elements(d), len = d->elem_len;
  if (n * len > MOST_BYTES || d->rank == 0) return;
  size_t offset = roll((unsigned)n + 1), count = roll((unsigned)(n - offset) + 1);
  struct collected c = {0, 0};
  for (size_t i = 0; i < count; i++) memcpy(stream + i * len, element(d, offset + i), len);
  md_section_range(d, (long long)offset, (long long)count, (struct md_where){0}, collect, &c);
  expect(c.bytes == count * len, "range: bytes", round);
  expect(memcmp(packed, stream, c.bytes) == 0, "range", round);
  expect(c.sections <= 2 * d->rank - 1, "range: sections", round);
}

/* Whether all of the section lies between lo and hi. */
static bool between(const struct md_section *s, const char *lo, const char *hi) {
  const char *first = s->base, *last = s->base + s->block;
  for (int d = 0; d < s->dims; d++) {
    ptrdiff_t reach = (s->n[d] - 1) * s->stride[d];
    if (reach < 0) first += reach;
    else last += reach;
  }
  return lo <= first && last <= hi;
}

static unsigned cut_rounds; /* in which memory cut a section */

/* Shares of a section follow each other in its stream; if memory cuts it, one of them lies there. */
static void test_shares(unsigned round) {
  struct any a;
  struct md_section s, share;
  CFI_cdesc_t *d = random_section(&a);
  size_t at = 0;
  md_section_of(&s, d, (struct md_where){0});
  if (s.bytes > MOST_BYTES || s.bytes == 0) return;
  const char *lo = memory + roll(MEMORY), *hi = lo + 1 + roll(MEMORY / 2);
  if (roll(2) == 0 && s.dims > 0) { /* some of what it repeats, exactly */
    lo = s.base + (ptrdiff_t)roll(4) * s.stride[s.dims - 1];
    hi = lo + (ptrdiff_t)(1 + roll(3)) * (s.stride[s.dims - 1] > 0 ? s.stride[s.dims - 1] : 1);
  }
  unsigned cuts = md_section_cuts(&s, lo, hi), n = cuts > 0 ? cuts : 1 + roll(6), there = 0;
  if (cuts > 0) expect(cuts > 1 && md_section_divides(&s, cuts), "cuts", round);
  if (!md_section_divides(&s, n)) return;
  md_section_pack(&s, 0, s.bytes, stream);
  for (unsigned i = 0; i < n; at += share.bytes, i++) {
    md_section_share(&s, n, i, &share);
    expect(share.bytes == s.bytes / n, "share: bytes", round);
    md_section_pack(&share, 0, share.bytes, packed);
    expect(memcmp(packed, stream + at, share.bytes) == 0, "share", round);
    there += between(&share, lo, hi);
  }
  expect(at == s.bytes, "shares", round);
  if (cuts > 0) cut_rounds++;
  if (cuts > 0) expect(there == 1, "cuts: a share lies there", round);
}

/* What must be one block is one block. */
static void test_normal_form(void) {
  struct any a;
  CFI_cdesc_t *d = (CFI_cdesc_t *)&a.d;
  struct md_section s;
  *d = (CFI_cdesc_t){.base_addr = memory, .elem_len = 8, .rank = 3};
  ptrdiff_t n[] = {10, 1, 4}, sm[] = {8, 9999, 80};
  for (int k = 0; k < 3; k++) d->dim[k].extent = n[k], d->dim[k].sm = sm[k];
  md_section_of(&s, d, (struct md_where){0});
  expect(s.dims == 0 && s.block == 320, "normal form: contiguous", 0);
  d->dim[0].sm = 16; /* every other element, without a gap between columns */
  d->dim[2].sm = 160;
  md_section_of(&s, d, (struct md_where){0});
  expect(s.dims == 1 && s.block == 8 && s.n[0] == 40 && s.stride[0] == 16, "normal form: merged", 0);
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20000;
  state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
  for (size_t i = 0; i < MEMORY; i++) memory[i] = (char)roll(256);
  test_normal_form();
  for (unsigned round = 0; round < rounds; round++) {
    test_section(round);
    test_range(round);
    test_shares(round);
  }
  expect(rounds < 1000 || cut_rounds > rounds / 100, "sections that memory cuts", cut_rounds);
  printf("passed\n");
  return 0;
}
