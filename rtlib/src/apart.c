/* That a statement touches nothing that is still to be received is proved when it is translated, and where that cannot be seen from
 * names the auditor of plans believes it. With MDMP_VERIFY it is compared: translated Fortran says what the statement touches. */
#include <ISO_Fortran_binding.h>

#include "mdmp.h"
#include "owner.h"
#include "pending.h"
#include "preposted.h"
#include "rt.h"
#include "view.h"

/* As mdmp_awake (region.c): compilers differ in whether the module defines it. */
#pragma weak mdmp_verified
int mdmp_verified;

void mdmp_apart(const char *file, int line, int ahead, CFI_cdesc_t *section) {
  if (md_likely(md_rt.verify == 0) || md_asleep() || section->base_addr == NULL) return;
  MD_INSIDE;
  struct md_view v;
  md_view_cdesc(&v, section);
  const struct md_op *op = md_preposted_claimed(&v);
  if (op == NULL && ahead == 0) op = md_pending_met(&v);
  if (md_likely(op == NULL)) return;
  md_fail((struct md_where){op->ex->site->text.where.file, op->line},
          "MDMP_VERIFY: what this recv receives into is touched at %s:%d before that is complete: a mistake in mdmpf90, please report it", file, line);
}
