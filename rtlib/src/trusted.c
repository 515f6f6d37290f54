/* What a program says of procedures that are harmless is believed: nothing is completed before them. That they wait for
 * nobody is checked here: calls of them are marked, and an exchange between two marks ends the run. So does a call of MPI that may
 * wait, if the program was linked with the wrappers (waits.c). */
#include "trusted.h"

#include <string.h>

#include "owner.h"
#include "mdmp.h"

/* There if the linker leads calls of MPI to us. */
extern void __real_MPI_Barrier(void) __attribute__((weak));

static struct md_spares *const spares = &md_rt.triggers.spares;

static bool watched(int64_t *h) {
  if (md_asleep_at(h)) return false;
  if (md_likely(md_rt.verify == 0)) md_rest(h);
  return md_rt.verify > 0;
}

static void say_unseen(struct md_where at, const char *name) {
  if (spares->unseen || md_rt.rank != 0) return;
  spares->unseen = true;
  md_warn(at, "MDMP_VERIFY: calls of MPI that '%s' makes are not seen: the program was linked without the wrappers for that", name);
}

void mdmp_trusted(int64_t *h, const char *file, int line, const char *name) {
  if (!watched(h)) return;
  if (__real_MPI_Barrier == NULL) say_unseen((struct md_where){file, line}, name);
  if (spares->n == MD_SPARES) return;
  spares->at[spares->n++] = (struct md_spare){{file, line}, name};
}

/* Calls that were left by a jump are over, too. Another thread may have come since the call began. */
void mdmp_trusted_over(int64_t *h, const char *file, int line, const char *name) {
  (void)watched(h);
  if (!md_is_owner()) return;
  for (unsigned i = spares->n; i-- > 0;) {
    const struct md_spare *s = &spares->at[i];
    if (s->where.line != line || strcmp(s->where.file, file) != 0 || strcmp(s->name, name) != 0) continue;
    spares->n = i;
    return;
  }
}

/* The innermost one at work; NULL: none is. */
static const struct md_spare *at_work(void) {
  return md_is_owner() && md_unlikely(spares->n > 0) ? &spares->at[spares->n - 1] : NULL;
}

void md_trusted_waits(struct md_where at) {
  const struct md_spare *s = at_work();
  if (md_likely(s == NULL)) return;
  md_fail(at, "MDMP_VERIFY: this is executed by '%s', which is called at %s:%d and said to be harmless: it waits for other ranks", s->name,
          s->where.file, s->where.line);
}

/* The run time's own calls of MPI come by here, too. */
void mdmp_waits(const char *call) {
  const struct md_spare *s = at_work();
  if (md_likely(s == NULL) || md_pages_busy > 0) return;
  md_fail(s->where, "MDMP_VERIFY: %s is called by '%s', which is called here and said to be harmless: it may wait for other ranks", call,
          s->name);
}
