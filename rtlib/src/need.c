/* Outside of nests: what must be complete now. */
#include <ISO_Fortran_binding.h>

#include "home.h"
#include "licence.h"
#include "mdmp.h"
#include "pending.h"
#include "trigger.h"
#include "view.h"

static void need(struct md_view *v) {
  if (v->rank > 0 && v->extent[v->rank - 1] == 1) v->extent[v->rank - 1] = -1; /* the a(1) of old codes */
  md_trigger_needed(v);
}

void mdmp_need(CFI_cdesc_t *a) {
  if (md_asleep()) return;
  MD_INSIDE;
  if (md_likely(!md_pending_any()) || a->base_addr == NULL) return;
  struct md_view v, other;
  md_view_cdesc(&v, a);
  if (md_view_otherwise(&v, &other)) need(&other);
  need(&v);
}

void mdmp_quiet(int64_t *x) {
  if (md_asleep_at(x)) return;
  MD_INSIDE;
  if (!md_under_way()) md_rest(x);
}

void mdmp_need_all(void) {
  if (md_asleep()) return;
  MD_INSIDE;
  md_trigger_all_needed();
}

void mdmp_settle(void) {
  if (md_asleep()) return;
  MD_INSIDE;
  md_trigger_all_needed();
  md_revoke();
}
