/* What a program says of procedures that are harmless is believed: nothing is completed before them. That they wait for
 * nobody is checked here, as far as directives go: calls of them are marked, and an exchange between two marks ends the run. */
#include "spared.h"

#include <string.h>

#include "home.h"
#include "mdmp.h"

static struct md_spares *const spares = &md_rt.entries.spares;

static bool watched(int64_t *h) {
  if (md_asleep_at(h)) return false;
  if (md_likely(md_rt.verify == 0)) md_rest(h);
  return md_rt.verify > 0;
}

void mdmp_spared(int64_t *h, const char *file, int line, const char *name) {
  if (!watched(h) || spares->n == MD_SPARES) return;
  spares->at[spares->n++] = (struct md_spare){{file, line}, name};
}

/* Calls that were left by a jump are over, too. Another thread may have come since the call began. */
void mdmp_spared_over(int64_t *h, const char *file, int line, const char *name) {
  (void)watched(h);
  if (!md_at_home()) return;
  for (unsigned i = spares->n; i-- > 0;) {
    const struct md_spare *s = &spares->at[i];
    if (s->where.line != line || strcmp(s->where.file, file) != 0 || strcmp(s->name, name) != 0) continue;
    spares->n = i;
    return;
  }
}

void md_spared_waits(struct md_where at) {
  if (!md_at_home() || md_likely(spares->n == 0)) return;
  const struct md_spare *s = &spares->at[spares->n - 1];
  md_fail(at, "MDMP_VERIFY: this is executed by '%s', which is called at %s:%d and said to be harmless: it waits for other ranks", s->name,
          s->where.file, s->where.line);
}
