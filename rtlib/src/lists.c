/* Lists and sections through them: see lists.h.
 *
 * The normal form of such a section is a list of blocks. What lies below the dimension with the list makes the
 * block, as far as it is contiguous; all other dimensions are multiplied out. A list whose numbers
 * go on by the same step is none: it is a triplet, and the section one of the usual kind. */
#include "lists.h"

#include <ISO_Fortran_binding.h>
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "memory.h"
#include "rt.h"

enum { MOST_SPARE = 64, MOST_SPARE_BLOCKS = 1 << 20 };

static struct md_lists *const lists = &md_rt.transport.lists;

/* ---- the program's list ---- */

static long long number_at(const CFI_cdesc_t *list, ptrdiff_t i) {
  const char *p = (const char *)list->base_addr + i * list->dim[0].sm;
  switch (list->elem_len) {
  case 1: return *(const int8_t *)p;
  case 2: return *(const int16_t *)p;
  case 4: return *(const int32_t *)p;
  default: return *(const int64_t *)p;
  }
}

static ptrdiff_t length_of(const CFI_cdesc_t *list, struct md_where at) {
  if (list->rank != 1) md_fail(at, "a vector subscript has rank %d: it must have rank 1", (int)list->rank);
  if (list->dim[0].extent < 0) md_fail(at, "the extent of a vector subscript is not known");
  if (list->dim[0].extent > INT32_MAX) md_fail(at, "a vector subscript has more than %d elements", INT32_MAX);
  return list->dim[0].extent;
}

/* Whether it is a triplet. */
static bool regular(const CFI_cdesc_t *list, ptrdiff_t n, long long *step) {
  *step = n > 1 ? number_at(list, 1) - number_at(list, 0) : 1;
  if (*step == 0) return false;
  for (ptrdiff_t i = 2; i < n; i++)
    if (number_at(list, i) - number_at(list, i - 1) != *step) return false;
  return true;
}

static int compare(const void *a, const void *b) {
  long long i = *(const long long *)a, k = *(const long long *)b;
  return (i > k) - (i < k);
}

static bool twice(const CFI_cdesc_t *list, ptrdiff_t n, long long *which) {
  long long *sorted = md_alloc((size_t)n * sizeof *sorted + 1);
  bool found = false;
  for (ptrdiff_t i = 0; i < n; i++) sorted[i] = number_at(list, i);
  qsort(sorted, (size_t)n, sizeof *sorted, compare);
  for (ptrdiff_t i = 1; i < n && !found; i++) {
    found = sorted[i] == sorted[i - 1];
    *which = sorted[i];
  }
  free(sorted);
  return found;
}

struct md_amiss md_list_check(const CFI_cdesc_t *d, int dim, long long low, const CFI_cdesc_t *list, bool once) {
  struct md_amiss m = {.least = low, .most = low + d->dim[dim].extent - 1};
  ptrdiff_t n = list->dim[0].extent;
  bool open = d->dim[dim].extent < 0 || (dim == d->rank - 1 && d->dim[dim].extent == 1); /* a(*), and the a(1) of old codes */
  for (ptrdiff_t i = 0; i < n; i++) {
    m.index = number_at(list, i);
    if (m.index < low || (!open && m.index > m.most)) {
      m.what = MD_OUTSIDE;
      return m;
    }
  }
  if (once && twice(list, n, &m.index)) m.what = MD_TWICE;
  return m;
}

void md_amiss_fail(const struct md_amiss *m, struct md_where at, const char *verb) {
  if (m->what == MD_TWICE)
    md_fail(at, "the list of this %s holds %lld more than once: which value that element keeps is not defined", verb, m->index);
  md_fail(at, "the list of this %s holds %lld: the array has the elements %lld to %lld there", verb, m->index, m->least, m->most);
}

/* ---- the blocks ---- */

static ptrdiff_t *room_for(size_t n, struct md_where at) {
  if (n > UINT32_MAX / 2) md_fail(at, "a section through a vector subscript falls apart into more than %u blocks", UINT32_MAX / 2);
  lists->scratch = md_grow(lists->scratch, &lists->scratch_room, (unsigned)n, sizeof *lists->scratch);
  return lists->scratch;
}

/* Each of the n blocks becomes extent of them. */
static void multiply(ptrdiff_t *at, ptrdiff_t n, ptrdiff_t extent, ptrdiff_t stride) {
  for (ptrdiff_t i = extent - 1; i >= 0; i--)
    for (ptrdiff_t k = 0; k < n; k++) at[i * n + k] = at[k] + i * stride;
}

static void multiply_by_list(ptrdiff_t *at, ptrdiff_t n, const CFI_cdesc_t *list, ptrdiff_t length, long long low, ptrdiff_t stride) {
  for (ptrdiff_t i = length - 1; i >= 0; i--) {
    ptrdiff_t there = (ptrdiff_t)(number_at(list, i) - low) * stride;
    for (ptrdiff_t k = 0; k < n; k++) at[i * n + k] = at[k] + there;
  }
}

/* Where the blocks of a section are whose dimensions below dim are those of s; says how many. */
static size_t blocks(const struct md_section *s, const CFI_cdesc_t *d, int dim, long long low, const CFI_cdesc_t *list,
                     ptrdiff_t length, struct md_where at) {
  size_t n = 1, all = (size_t)length;
  for (int k = 0; k < s->dims; k++) all *= (size_t)s->n[k];
  for (int k = dim + 1; k < d->rank; k++) all *= (size_t)d->dim[k].extent;
  ptrdiff_t *b = room_for(all, at);
  b[0] = 0;
  for (int k = 0; k < s->dims; n *= (size_t)s->n[k++]) multiply(b, (ptrdiff_t)n, s->n[k], s->stride[k]);
  multiply_by_list(b, (ptrdiff_t)n, list, length, low, d->dim[dim].sm);
  n *= (size_t)length;
  for (int k = dim + 1; k < d->rank; n *= (size_t)d->dim[k++].extent) multiply(b, (ptrdiff_t)n, d->dim[k].extent, d->dim[k].sm);
  return n;
}

/* ---- keeping them ---- */

static void unlink_spare(struct md_list *l) {
  *(l->older != NULL ? &l->older->newer : &lists->oldest) = l->newer;
  *(l->newer != NULL ? &l->newer->older : &lists->newest) = l->older;
  lists->spare--;
  lists->spare_blocks -= l->room;
}

static void forget_oldest(void) {
  struct md_list *l = lists->oldest;
  unlink_spare(l);
  md_table_remove(&lists->all, &l->entry);
  free(l->at);
  free(l);
}

/* A list like the n blocks. Its key says little, so that it costs little: what has it is compared. */
static struct md_list *kept(const ptrdiff_t *at, size_t n) {
  uint64_t key = md_key(md_key(n, (uint64_t)at[0]), md_key((uint64_t)at[n / 2], (uint64_t)at[n - 1]));
  for (struct md_entry *e = md_table_find(&lists->all, key); e != NULL; e = md_table_again(e)) {
    struct md_list *l = (struct md_list *)e;
    if (l->n == n && memcmp(l->at, at, n * sizeof *at) == 0) return l;
  }
  struct md_list *l = md_zeroed(sizeof *l);
  l->at = md_grow(NULL, &l->room, (unsigned)n, sizeof *l->at);
  memcpy(l->at, at, n * sizeof *at);
  l->n = (unsigned)n;
  l->lo = l->hi = at[0];
  for (size_t i = 1; i < n; i++) {
    if (at[i] < l->lo) l->lo = at[i];
    if (at[i] > l->hi) l->hi = at[i];
  }
  l->number = ++lists->numbered;
  l->holders = 0;
  md_table_add(&lists->all, &l->entry, key);
  return l;
}

static void hold(struct md_list *l, bool is_new) {
  if (l->holders++ == 0 && !is_new) unlink_spare(l);
}

static void release(struct md_list *l) {
  md_assert(l->holders > 0);
  if (--l->holders > 0) return;
  l->newer = NULL;
  l->older = lists->newest;
  *(l->older != NULL ? &l->older->newer : &lists->oldest) = l;
  lists->newest = l;
  lists->spare++;
  lists->spare_blocks += l->room;
  while (lists->spare > MOST_SPARE || (lists->spare > 1 && lists->spare_blocks > MOST_SPARE_BLOCKS)) forget_oldest();
}

void md_sections_hold(const struct md_section *s, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (s[i].list != NULL) hold(s[i].list, false);
}

void md_sections_release(const struct md_section *s, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (s[i].list != NULL) release(s[i].list);
}

void md_section_list(struct md_section *s, const CFI_cdesc_t *d, int dim, long long low, const CFI_cdesc_t *list, struct md_where at) {
  ptrdiff_t length = length_of(list, at);
  long long step;
  md_section_begin(s, d->base_addr, d);
  for (int k = 0; k < dim; k++) md_section_along(s, d->dim[k].extent, d->dim[k].sm);
  size_t rest = s->bytes * (size_t)length;
  for (int k = dim + 1; k < d->rank; k++) rest *= (size_t)(d->dim[k].extent > 0 ? d->dim[k].extent : 0);
  if (rest == 0 || d->base_addr == NULL) {
    s->bytes = rest;
    s->block = s->block < rest ? s->block : rest;
    s->dims = 0;
    return;
  }
  if (regular(list, length, &step)) {
    s->base += (number_at(list, 0) - low) * d->dim[dim].sm;
    md_section_along(s, length, (ptrdiff_t)step * d->dim[dim].sm);
    for (int k = dim + 1; k < d->rank; k++) md_section_along(s, d->dim[k].extent, d->dim[k].sm);
    return;
  }
  uint64_t known = lists->numbered;
  size_t n = blocks(s, d, dim, low, list, length, at);
  s->list = kept(lists->scratch, n);
  s->listed = s->list->number;
  hold(s->list, s->list->number > known);
  s->bytes = rest;
  s->dims = 0;
}

void md_lists_close(void) {
  for (unsigned i = 0; i < lists->all.size; i++)
    for (struct md_entry *e = lists->all.bucket[i], *next; e != NULL; e = next) {
      next = e->next;
      free(((struct md_list *)e)->at);
      free(e);
    }
  md_table_free(&lists->all);
  free(lists->scratch);
  *lists = (struct md_lists){0};
}
