/* Outside of nests: what must be complete now. */
#include <ISO_Fortran_binding.h>

#include "owner.h"
#include "deferral.h"
#include "mdmp.h"
#include "pending.h"
#include "trigger.h"
#include "view.h"

/* The a(1) of old codes. */
static void open_end(struct md_view *v) {
  if (v->rank > 0 && v->extent[v->rank - 1] == 1) v->extent[v->rank - 1] = -1;
}

static void need(struct md_view *v) {
  open_end(v);
  md_trigger_needed(v);
}

void mdmp_need(CFI_cdesc_t *a) {
  if (md_likely(md_pending_none()) || md_asleep()) return;
  MD_INSIDE;
  if (md_likely(!md_pending_any()) || a->base_addr == NULL) return;
  struct md_view v, other;
  md_view_cdesc(&v, a);
  if (md_view_otherwise(&v, &other)) need(&other);
  need(&v);
}

int mdmp_expects(CFI_cdesc_t *a) {
  if (md_likely(md_pending_none()) || md_asleep()) return 0;
  MD_INSIDE;
  if (md_likely(!md_pending_any()) || a->base_addr == NULL) return 0;
  struct md_view v, other;
  md_view_cdesc(&v, a);
  open_end(&v);
  if (md_pending_meets(&v)) return 1;
  if (!md_view_otherwise(&v, &other)) return 0;
  open_end(&other);
  return md_pending_meets(&other);
}

int mdmp_use(CFI_cdesc_t *section, CFI_cdesc_t *whole) {
  (void)whole;
  if (md_asleep()) return 0;
  MD_INSIDE;
  md_pending_used();
  if (section->base_addr == NULL) return 1;
  struct md_view v, other;
  md_view_cdesc(&v, section);
  if (md_view_otherwise(&v, &other)) need(&other);
  need(&v);
  return md_pending_oldest() != UINT64_MAX;
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
