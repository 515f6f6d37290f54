/* Messages that nothing writes: see unmodified.h. */
#include "unmodified.h"

#include <string.h>

#include "cuts.h"
#include "exchange.h"
#include "history.h"
#include "pending.h"
#include "section.h"
#include "table.h"
#include "trigger.h"
#include "tune.h"
#include "units.h"

/* Eight words from the middle: at the ends are corners, which often stay as they are when the rest does not. */
static uint64_t sample_of(const struct md_section *s) {
  char bytes[64];
  size_t n = s->bytes < sizeof bytes ? s->bytes : sizeof bytes;
  md_parts_pack(s, (s->bytes - n) / 2, n, bytes);
  return md_hash(bytes, n);
}

uint64_t md_unmodified_units(struct md_unmodified *s, const struct md_section *part, unsigned shares, uint64_t units) {
  uint64_t same = 0, sampled = 0;
  for (unsigned k = 0; units >> k != 0; k++) {
    uint64_t bit = (uint64_t)1 << k;
    struct md_section unit;
    if (!(units & bit)) continue;
    md_units_get(part, shares, k, &unit);
    if (md_pending_meets_parts(&unit, 1)) continue;
    uint64_t now = sample_of(&unit);
    if ((s->sampled & bit) && s->sample[k] == now) same |= bit;
    s->sample[k] = now;
    sampled |= bit;
  }
  s->sampled = sampled;
  return s->luck.rest == 0 ? same : 0;
}

static void begin(const struct md_op *op) {
  struct md_guess g;
  if (!md_history_unmodified(op, &g)) return;
  g.site->predicted = true;
  struct md_early *e = md_trigger_guess(&g);
  if (e == NULL) return;
  const struct md_cuts *cuts = md_trigger_cuts(e);
  for (size_t at = 0, end; at < op->bytes; at = end) {
    end = md_cuts_next(cuts, at, op->bytes);
    if (md_units_within(g.part, g.parts, g.shares, g.mask, at, end)) md_trigger_complete(e, at, false);
  }
}

void md_unmodified_begin(const struct md_exchange *ex) {
  if (!ex->remembered) return;
  if (ex->site->predicted && !md_arm_of(&ex->site->tune)->early) return; /* another way is on trial, or better */
  for (unsigned i = 0; i < ex->ops; i++)
    if (ex->op[i].dir == MD_SEND && !ex->op[i].place->proved) begin(&ex->op[i]);
}
