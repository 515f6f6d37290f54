/* Deferrals: see deferral.h. */
#include "deferral.h"

#include <string.h>

#include "geom.h"
#include "rt.h"
#include "tune.h"

static struct md_deferrals *const deferrals = &md_rt.triggers.deferrals;

void md_revoke(void) {
  if (!deferrals->any) return;
  deferrals->any = false;
  deferrals->epoch++;
}

void md_deferral_new(struct md_deferral *l) {
  l->stay = md_tune_stay();
  l->epoch = deferrals->epoch;
  l->n = l->excepted = 0;
  l->open = false;
  if (deferrals->any) return;
  deferrals->any = true;
  md_tell();
}

/* The addresses in it still mean the arrays that were granted. */
static bool fresh(const struct md_deferral *l) { return l->epoch == deferrals->epoch; }

bool md_deferral_holds(const struct md_deferral *l) {
  return l->stay != 0 && l->stay == md_tune_stay() && (l->open || (l->n > 0 && fresh(l)));
}

/* The elements follow each other in memory. */
static bool in_one_piece(const struct md_view *v) {
  int64_t next = (int64_t)v->elem;
  for (int k = 0; k < v->rank; k++) {
    if (v->extent[k] <= 0 || (v->extent[k] > 1 && v->stride[k] != next)) return false;
    next *= v->extent[k];
  }
  return true;
}

void md_deferral_add(struct md_deferral *l, const struct md_view *array) {
  struct md_memory m;
  if (l->n == MD_DEFERRED_MOST || array->base == NULL || !in_one_piece(array)) return;
  if (md_view_bytes(array, &m.lo, &m.hi)) l->array[l->n++] = m;
}

void md_deferral_open(struct md_deferral *l, bool open) { l->open = open; }

void md_deferral_except(struct md_deferral *l, const struct md_view *array) {
  struct md_memory m;
  if (array->base == NULL || !md_view_bytes(array, &m.lo, &m.hi)) return;
  if (l->excepted == MD_DEFERRED_MOST) l->open = false;
  else l->except[l->excepted++] = m;
}

void md_deferral_copy(struct md_deferral *to, const struct md_deferral *from) {
  to->stay = from->stay;
  to->epoch = from->epoch;
  to->open = from->open;
  to->n = from->n;
  to->excepted = from->excepted;
  memcpy(to->array, from->array, from->n * sizeof *from->array);
  memcpy(to->except, from->except, from->excepted * sizeof *from->except);
}

static bool covers(const struct md_deferral *l, const struct md_section *s) {
  struct md_view v;
  struct md_memory m;
  if (s->bytes == 0) return true;
  md_view_plain(&v, s);
  if (!md_view_bytes(&v, &m.lo, &m.hi)) return false;
  /* First: an array that was granted through a pointer may be memory that was freed, and
   * is the variable of a procedure now. */
  for (unsigned i = 0; i < l->excepted; i++)
    if (m.lo < l->except[i].hi && l->except[i].lo < m.hi) return false;
  if (fresh(l))
    for (unsigned i = 0; i < l->n; i++)
      if (l->array[i].lo <= m.lo && m.hi <= l->array[i].hi) return true;
  return l->open;
}

bool md_deferral_applies(const struct md_deferral *l, struct md_exchange *ex) {
  bool any = false;
  for (unsigned i = 0; i < ex->ops; i++) {
    struct md_op *op = &ex->op[i];
    if (op->dir != MD_RECV) continue;
    for (unsigned k = 0; k < op->parts && !op->prompt; k++) op->prompt = !covers(l, &ex->part[op->part + k]);
    any = any || !op->prompt;
  }
  return any;
}
