/* Sections and descriptors as views: see view.h. */
#include "view.h"

#include <ISO_Fortran_binding.h>

#include "list.h"

static void in_one_piece(struct md_view *v) {
  int64_t stride = (int64_t)v->elem;
  for (int k = 0; k < v->rank; k++) {
    v->stride[k] = stride;
    stride *= v->extent[k] > 0 ? v->extent[k] : 1;
  }
}

/* gfortran 12 does not know how far the elements of an allocatable array are apart that became allocated by the
 * assignment of a transformational function. No elements overlap: if these do, that is one, and lies in one piece. */
static void mend(struct md_view *v) {
  int64_t apart = v->rank > 0 ? v->stride[0] : 0;
  if (v->rank == 0 || apart >= (int64_t)v->elem || apart <= -(int64_t)v->elem || v->extent[0] <= 1) return;
  in_one_piece(v);
}

/* All distances of such a descriptor are multiples of the first, which is that of neighbours. */
bool md_view_otherwise(const struct md_view *v, struct md_view *other) {
  if (v->rank == 0 || v->stride[0] == (int64_t)v->elem) return false;
  *other = *v;
  in_one_piece(other);
  return true;
}

void md_view_cdesc(struct md_view *v, const CFI_cdesc_t *d) {
  *v = (struct md_view){.base = d->base_addr, .elem = d->elem_len, .rank = d->rank};
  for (int k = 0; k < d->rank; k++) {
    v->extent[k] = d->dim[k].extent < 0 ? -1 : d->dim[k].extent;
    v->stride[k] = d->dim[k].sm;
  }
  mend(v);
}

static void push(struct md_view *v, int64_t extent, int64_t stride) {
  if (v->rank == MD_MAX_RANK) {
    v->extent[v->rank - 1] = 0; /* cannot be: a section has no more dimensions than an array may have */
    return;
  }
  v->extent[v->rank] = extent;
  v->stride[v->rank++] = stride;
}

static void empty(struct md_view *v) {
  v->elem = 1;
  push(v, 0, 1);
}

static void reached(struct md_view *v, const struct md_section *s, size_t from, size_t length) {
  ptrdiff_t lo, hi;
  md_list_reach(s->list, s->block, from, length, &lo, &hi);
  *v = (struct md_view){.base = s->base + lo, .elem = (size_t)(hi - lo)};
}

void md_view_plain(struct md_view *v, const struct md_section *s) {
  if (s->list != NULL) {
    reached(v, s, 0, s->bytes);
    return;
  }
  *v = (struct md_view){.base = s->base, .elem = s->block};
  if (s->bytes == 0) {
    empty(v);
    return;
  }
  for (int i = 0; i < s->dims; i++) push(v, s->n[i], s->stride[i]);
}

/* A run of n elements stride apart that covers whole dimensions of a is taken
 * apart into them; the elements and their order stay the same. */
static void push_apart(struct md_view *v, const struct md_view *a, int64_t n, int64_t stride) {
  for (int d = 0; d < a->rank && n > 1 && v->rank < MD_MAX_RANK - 1; d++) {
    int64_t e = a->extent[d];
    if (e <= 1 || a->stride[d] != stride || n <= e || n % e != 0) continue;
    push(v, e, stride);
    n /= e;
    stride *= e;
  }
  push(v, n, stride);
}

void md_view_reached(struct md_view *v, const struct md_section *s, size_t from, size_t length, const struct md_view *a) {
  reached(v, s, from, length);
  if (a->elem == 0 || v->elem % a->elem != 0) return;
  int64_t n = (int64_t)(v->elem / a->elem);
  v->elem = a->elem;
  push_apart(v, a, n, (int64_t)a->elem);
}

void md_view_of(struct md_view *v, const struct md_section *s, const struct md_view *a) {
  if (s->list != NULL) {
    md_view_reached(v, s, 0, s->bytes, a);
    return;
  }
  *v = (struct md_view){.base = s->base, .elem = s->block};
  if (s->bytes == 0) {
    empty(v);
    return;
  }
  if (a->elem > 0 && s->block % a->elem == 0 && s->dims < MD_MAX_RANK - 4) {
    v->elem = a->elem;
    push_apart(v, a, (int64_t)(s->block / a->elem), (int64_t)a->elem);
    for (int i = 0; i < s->dims; i++) push_apart(v, a, s->n[i], s->stride[i]);
    return;
  }
  for (int i = 0; i < s->dims; i++) push(v, s->n[i], s->stride[i]);
}
