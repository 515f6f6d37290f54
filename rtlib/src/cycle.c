/* Cycles.
 *
 * One exchange of the program's text may serve many: the levels of a multigrid
 * method, the fields of a mask that changes from call to call. Its executions
 * take times that cannot be compared one by one, but come again in the same order.
 * Those of a whole cycle can, wherever it begins.
 *
 * The cycle is the shortest that was seen twice. A longer one is looked for when
 * an execution does not fit, and must have it twice, too; where none is found for
 * long, the one known stands: something comes now and then for once. */
#include "cycle.h"

enum { RING = 2 * MD_CYCLE_MOST, PATIENCE = RING, MOST_ODD = 4 };

static uint32_t kind_of(const struct md_cycle *c, unsigned back) { return c->kind[(c->executions - 1 - back) % RING]; }

/* It has the execution that did not fit. */
static bool seen_twice(const struct md_cycle *c, unsigned length) {
  if (2 * length > c->executions || 2 * length < c->missed) return false;
  unsigned i = 0;
  while (i < length && kind_of(c, i) == kind_of(c, i + length)) i++;
  return i == length;
}

static bool fits(const struct md_cycle *c) { return c->executions <= c->length || kind_of(c, 0) == kind_of(c, c->length); }

bool md_cycle_note(struct md_cycle *c, uint32_t kind) {
  if (c->odd == MOST_ODD) return false;
  if (c->length == 0) c->length = 1;
  c->kind[c->executions++ % RING] = kind;
  if (c->missed == 0 && fits(c)) return false;
  c->missed++;
  for (unsigned length = c->length + 1; length <= MD_CYCLE_MOST; length++) {
    if (!seen_twice(c, length)) continue;
    c->length = length;
    c->missed = 0;
    return true;
  }
  if (c->missed > PATIENCE) {
    c->missed = 0;
    c->odd++;
  }
  return false;
}
