/* Sections as blocks and strides.
 *
 * A C descriptor has up to 15 dimensions with extents and byte strides, but
 * most sections are simpler than they look: u(:,k) is one block, u(1,:) is one
 * dimension of elements, u(:,:,k) is one block again. A section is therefore
 * kept in normal form: the largest contiguous block, then only the dimensions
 * that cannot be merged with the one below. Everything else (packing, datatypes)
 * sees that form only.
 *
 * The bytes of a section in array element order are a stream; packing works on
 * any range of that stream, because messages may travel in pieces. The count
 * form send(a(i,j), n, peer) is a range of elements of a; of a strided array it
 * falls apart into at most 2*rank-1 sections: the rest of a column, whole
 * planes, the beginning of a column, and so on.
 *
 * A section through a vector subscript is a list of such blocks (lists.c).
 *
 * Types do not matter: an element is elem_len bytes. So every intrinsic type
 * and kind and every derived type without allocatable parts travels alike. */
#include "section.h"

#include <ISO_Fortran_binding.h>
#include <stdint.h>
#include <limits.h>
#include <string.h>

#include "list.h"

/* Adds a dimension to a section in normal form. */
void md_section_along(struct md_section *s, ptrdiff_t extent, ptrdiff_t stride) {
  s->bytes *= (size_t)extent;
  if (extent == 1 || s->bytes == 0) return;
  if (s->dims == 0 && stride == (ptrdiff_t)s->block) {
    s->block *= (size_t)extent;
    return;
  }
  int top = s->dims - 1;
  if (top >= 0 && stride == s->n[top] * s->stride[top]) {
    s->n[top] *= extent;
    return;
  }
  s->n[s->dims] = extent;
  s->stride[s->dims++] = stride;
}

void md_section_begin(struct md_section *s, char *base, const CFI_cdesc_t *d) {
  s->base = base;
  s->bytes = s->block = s->elem = d->elem_len;
  s->type = d->type;
  s->dims = 0;
  s->list = NULL;
  s->listed = 0;
}

static void finish(struct md_section *s) {
  if (s->bytes != 0) return;
  s->dims = 0;
  s->block = 0;
}

void md_section_of(struct md_section *s, const CFI_cdesc_t *d, struct md_where at) {
  md_section_begin(s, d->base_addr, d);
  for (int k = 0; k < d->rank; k++) {
    if (d->dim[k].extent < 0)
      md_fail(at, d->base_addr == NULL ? "the variable is not allocated or not associated"
                                       : "the extent of an assumed-size array is not known: give a section or a count");
    md_section_along(s, d->dim[k].extent, d->dim[k].sm);
  }
  finish(s);
}

bool md_section_same(const struct md_section *a, unsigned na, const struct md_section *b, unsigned nb) {
  if (na != nb) return false;
  for (unsigned i = 0; i < na; i++) {
    if (a[i].base != b[i].base || a[i].bytes != b[i].bytes || a[i].block != b[i].block || a[i].dims != b[i].dims ||
        a[i].listed != b[i].listed)
      return false;
    for (int d = 0; d < a[i].dims; d++)
      if (a[i].n[d] != b[i].n[d] || a[i].stride[d] != b[i].stride[d]) return false;
  }
  return true;
}

/* ---- the count form ---- */

struct range {
  const CFI_cdesc_t *d;
  void (*add)(void *arg, const struct md_section *s);
  void *arg;
};

/* whole planes of the first k dimensions, n of them along dimension k. */
static void add_planes(const struct range *r, char *base, int k, long long n) {
  struct md_section s;
  md_section_begin(&s, base, r->d);
  for (int j = 0; j < k; j++) md_section_along(&s, r->d->dim[j].extent, r->d->dim[j].sm);
  if (k < r->d->rank) md_section_along(&s, n, r->d->dim[k].sm);
  finish(&s);
  r->add(r->arg, &s);
}

/* elements [offset, offset+count) of the array made of the first k+1 dimensions at base. */
static void add_range(const struct range *r, char *base, int k, long long offset, long long count) {
  if (count == 0) return;
  long long plane = 1;
  for (int j = 0; j < k; j++) plane *= r->d->dim[j].extent;
  ptrdiff_t sm = r->d->dim[k].sm;
  long long first = offset / plane, inside = offset % plane;
  if (inside != 0 || count < plane) {
    long long head = plane - inside < count ? plane - inside : count;
    add_range(r, base + first * sm, k - 1, inside, head);
    count -= head;
    first++;
  }
  long long whole = count / plane;
  if (whole > 0) add_planes(r, base + first * sm, k, whole);
  count -= whole * plane;
  if (count > 0) add_range(r, base + (first + whole) * sm, k - 1, 0, count);
}

/* An assumed-size array, or the a(1) that old codes write for one: its extent says nothing. */
static bool assumed_size(const CFI_cdesc_t *d) {
  return d->rank > 0 && (d->dim[d->rank - 1].extent < 0 || (d->rank == 1 && d->dim[0].extent == 1));
}

static bool contiguous(const CFI_cdesc_t *d) {
  ptrdiff_t run = (ptrdiff_t)d->elem_len;
  for (int k = 0; k < d->rank; k++) {
    if (d->dim[k].extent != 1 && d->dim[k].sm != run) return false;
    run *= d->dim[k].extent;
  }
  return true;
}

void md_section_range(const CFI_cdesc_t *d, long long offset, long long count, struct md_where at,
                      void (*add)(void *arg, const struct md_section *s), void *arg) {
  bool open = assumed_size(d);
  if (count < 0) md_fail(at, "the count is %lld; it must not be negative", count);
  if (offset < 0) md_fail(at, "the first element lies %lld elements before the array", -offset);
  if (!open) {
    long long size = 1;
    for (int k = 0; k < d->rank; k++) size *= d->dim[k].extent;
    if (offset + count > size)
      md_fail(at, "%lld elements from element %lld on reach beyond the array, which has %lld", count, offset + 1,
              size);
  }
  struct range r = {d, add, arg};
  if (open || contiguous(d)) {
    struct md_section s;
    md_section_begin(&s, (char *)d->base_addr + offset * (long long)d->elem_len, d);
    if (d->base_addr == NULL) s.base = NULL;
    md_section_along(&s, count, (ptrdiff_t)d->elem_len);
    finish(&s);
    add(arg, &s);
  } else {
    add_range(&r, d->base_addr, d->rank - 1, offset, count);
  }
}

/* ---- packing ---- */

enum { LOOK_AHEAD = 32 };

/* n blocks. A fixed size lets the compiler use one move for each; four in a
 * row, and calling for memory ahead of time, make rows of 128 KB and more 10 %
 * cheaper. */
static inline __attribute__((always_inline)) void copy_blocks(char *to, ptrdiff_t t, const char *from, ptrdiff_t f,
                                                              size_t size, ptrdiff_t n) {
  bool packing = t == (ptrdiff_t)size;
  const char *far = (packing ? from : to) + LOOK_AHEAD * (packing ? f : t);
  ptrdiff_t step = packing ? f : t;
  for (; n >= LOOK_AHEAD + 4; n -= 4, to += 4 * t, from += 4 * f, far += 4 * step) {
    __builtin_prefetch(far);
    __builtin_prefetch(far + step);
    __builtin_prefetch(far + 2 * step);
    __builtin_prefetch(far + 3 * step);
    memcpy(to, from, size);
    memcpy(to + t, from + f, size);
    memcpy(to + 2 * t, from + 2 * f, size);
    memcpy(to + 3 * t, from + 3 * f, size);
  }
  for (; n > 0; n--, to += t, from += f) memcpy(to, from, size);
}

/* Elements of 4, 8 and 16 bytes are most of the world. */
static void gather(char *to, const char *from, size_t block, ptrdiff_t stride, ptrdiff_t n) {
  switch (block) {
  case 4: copy_blocks(to, 4, from, stride, 4, n); break;
  case 8: copy_blocks(to, 8, from, stride, 8, n); break;
  case 16: copy_blocks(to, 16, from, stride, 16, n); break;
  default: copy_blocks(to, (ptrdiff_t)block, from, stride, block, n);
  }
}

static void scatter(char *to, const char *from, size_t block, ptrdiff_t stride, ptrdiff_t n) {
  switch (block) {
  case 4: copy_blocks(to, stride, from, 4, 4, n); break;
  case 8: copy_blocks(to, stride, from, 8, 8, n); break;
  case 16: copy_blocks(to, stride, from, 16, 16, n); break;
  default: copy_blocks(to, stride, from, (ptrdiff_t)block, block, n);
  }
}

/* A walk over the blocks of a section, from any byte of its stream. */
struct walk {
  const struct md_section *s;
  char *at;       /* the current block */
  size_t skip;    /* bytes of it already passed */
  ptrdiff_t i[MD_MAX_DIMS];
};

static void walk_start(struct walk *w, const struct md_section *s, size_t from) {
  size_t number = from / s->block;
  w->s = s;
  w->skip = from % s->block;
  w->at = s->base;
  for (int k = 0; k < s->dims; k++) {
    w->i[k] = (ptrdiff_t)(number % (size_t)s->n[k]);
    number /= (size_t)s->n[k];
    w->at += w->i[k] * s->stride[k];
  }
}

/* n blocks on along the innermost dimension; n does not pass its end. */
static void walk_on(struct walk *w, ptrdiff_t n) {
  const struct md_section *s = w->s;
  w->skip = 0;
  w->i[0] += n;
  w->at += n * s->stride[0];
  for (int k = 0; w->i[k] == s->n[k] && k + 1 < s->dims; k++) {
    w->at += s->stride[k + 1] - s->n[k] * s->stride[k];
    w->i[k] = 0;
    w->i[k + 1]++;
  }
}

static void transfer(const struct md_section *s, size_t from, size_t length, char *data, bool pack) {
  if (length == 0) return;
  if (s->list != NULL) {
    md_list_transfer(s->list, s->base, s->block, from, length, data, pack);
    return;
  }
  if (s->dims == 0) {
    memcpy(pack ? data : s->base + from, pack ? s->base + from : data, length);
    return;
  }
  if (s->dims == 1 && length == s->bytes) { /* all of a row */
    if (pack)
      gather(data, s->base, s->block, s->stride[0], s->n[0]);
    else
      scatter(s->base, data, s->block, s->stride[0], s->n[0]);
    return;
  }
  struct walk w;
  walk_start(&w, s, from);
  while (length > 0) {
    size_t moved;
    if (w.skip != 0 || length < s->block) {
      char *at = w.at + w.skip;
      moved = s->block - w.skip < length ? s->block - w.skip : length;
      memcpy(pack ? data : at, pack ? at : data, moved);
      if (w.skip + moved == s->block) walk_on(&w, 1);
    } else {
      ptrdiff_t n = s->n[0] - w.i[0];
      if ((size_t)n > length / s->block) n = (ptrdiff_t)(length / s->block);
      if (pack)
        gather(data, w.at, s->block, s->stride[0], n);
      else
        scatter(w.at, data, s->block, s->stride[0], n);
      moved = (size_t)n * s->block;
      walk_on(&w, n);
    }
    data += moved;
    length -= moved;
  }
}

void md_section_pack(const struct md_section *s, size_t from, size_t length, char *to) {
  transfer(s, from, length, to, true);
}

void md_section_unpack(const struct md_section *s, size_t from, size_t length, const char *data) {
  transfer(s, from, length, (char *)(uintptr_t)data, false);
}

/* ---- several ---- */

static void transfer_parts(const struct md_section *s, size_t from, size_t length, char *data, bool pack) {
  for (; length > 0; s++) {
    if (from >= s->bytes) {
      from -= s->bytes;
      continue;
    }
    size_t here = s->bytes - from < length ? s->bytes - from : length;
    transfer(s, from, here, data, pack);
    from = 0;
    data += here;
    length -= here;
  }
}

void md_parts_pack(const struct md_section *part, size_t from, size_t length, char *to) {
  transfer_parts(part, from, length, to, true);
}

void md_parts_unpack(const struct md_section *part, size_t from, size_t length, const char *data) {
  transfer_parts(part, from, length, (char *)(uintptr_t)data, false);
}

char *md_parts_plain(const struct md_section *part, unsigned parts, size_t from, size_t length) {
  for (unsigned k = 0; k < parts; k++) {
    if (from < part[k].bytes)
      return md_section_contiguous(&part[k]) && length <= part[k].bytes - from ? part[k].base + from : NULL;
    from -= part[k].bytes;
  }
  return NULL;
}

/* ---- shares ---- */

/* What a section repeats outermost: n times step bytes apart; each from its start on reach bytes. */
struct outermost {
  ptrdiff_t n, step, reach;
};

static bool outermost(const struct md_section *s, struct outermost *o) {
  *o = (struct outermost){(ptrdiff_t)s->block, 1, 1};
  if (s->list != NULL) return false;
  if (s->dims == 0) return s->bytes > 0;
  o->n = s->n[s->dims - 1];
  o->step = s->stride[s->dims - 1];
  o->reach = (ptrdiff_t)s->block;
  for (int d = 0; d < s->dims - 1; d++) {
    if (s->stride[d] < 0) return false;
    o->reach += (s->n[d] - 1) * s->stride[d];
  }
  return s->bytes > 0 && o->step > 0;
}

unsigned md_section_cuts(const struct md_section *s, const char *lo, const char *hi) {
  struct outermost o;
  if (!outermost(s, &o) || hi - s->base < o.reach) return 0;
  ptrdiff_t first = lo > s->base ? (lo - s->base + o.step - 1) / o.step : 0;
  ptrdiff_t last = (hi - s->base - o.reach) / o.step;
  if (last > o.n - 1) last = o.n - 1;
  ptrdiff_t here = last - first + 1;
  if (here <= 0 || here == o.n || o.n % here != 0 || first % here != 0) return 0;
  unsigned n = o.n / here > UINT_MAX ? 0 : (unsigned)(o.n / here);
  return md_section_divides(s, n) ? n : 0;
}

bool md_section_divides(const struct md_section *s, unsigned n) {
  if (n == 0 || s->bytes == 0 || (s->list != NULL && n > 1)) return false;
  size_t of = s->dims == 0 ? (s->elem > 0 ? s->block / s->elem : s->block) : (size_t)s->n[s->dims - 1];
  return of % n == 0;
}

void md_section_share(const struct md_section *s, unsigned n, unsigned i, struct md_section *share) {
  *share = *s;
  if (s->list != NULL) return;
  share->bytes = s->bytes / n;
  if (s->dims == 0) {
    share->block = share->bytes;
    share->base += i * share->bytes;
    return;
  }
  ptrdiff_t each = s->n[s->dims - 1] / (ptrdiff_t)n;
  share->base += (ptrdiff_t)i * each * s->stride[s->dims - 1];
  share->n[s->dims - 1] = each;
  if (each == 1) share->dims--;
}
