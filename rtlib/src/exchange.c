/* Exchanges and their memory: they are used again and again, so that none is allocated while a program repeats itself. */
#include "exchange.h"

#include <stdlib.h>

#include "lists.h"
#include "memory.h"
#include "rt.h"
#include "view.h"

static struct md_exchanges *const exchanges = &md_rt.messages.exchanges;

struct md_exchange *md_exchange_take(void) {
  md_lock();
  struct md_exchange *ex = exchanges->spare;
  if (ex != NULL) exchanges->spare = ex->outer;
  md_unlock();
  if (ex != NULL) return ex;
  ex = md_zeroed(sizeof *ex);
  return ex;
}

void md_exchange_give(struct md_exchange *ex) {
  md_lock();
  for (unsigned i = 0; i < ex->ops; i++) md_lane_leave(ex->op[i].lane);
  md_sections_release(ex->part, ex->parts);
  ex->ops = ex->parts = 0;
  ex->outer = exchanges->spare;
  exchanges->spare = ex;
  md_unlock();
}

bool md_op_meets(const struct md_op *op, const struct md_view *v) {
  for (unsigned k = 0; k < op->parts; k++) {
    struct md_view s;
    md_view_plain(&s, &op->ex->part[op->part + k]);
    if (md_view_overlap(&s, v)) return true;
  }
  return false;
}

void md_exchange_close(void) {
  while (exchanges->spare != NULL) {
    struct md_exchange *ex = exchanges->spare;
    exchanges->spare = ex->outer;
    md_requests_free(&ex->req);
    free(ex->what);
    free(ex->foreign);
    free(ex->op);
    free(ex->part);
    free(ex);
  }
}

#ifdef MDMP_ASSERT

/* Receives that come in frames stand on their lane in order. */
static bool framed_valid(const struct md_lane *l) {
  for (const struct md_op *op = l->framed; op != NULL; op = op->next_framed)
    if (!op->framed || op->lane != l || op->q >= l->executed || op->missing > op->bytes ||
        (op->next_framed != NULL && op->next_framed->q <= op->q))
      return false;
  return true;
}

static bool is_due(const struct md_op *op) {
  const struct md_op *d = op->lane->due;
  while (d != NULL && d != op) d = d->next_due;
  return d != NULL;
}

bool md_exchange_valid(const struct md_exchange *ex) {
  int open = 0, framed = 0, due = 0, shadows = 0;
  for (unsigned i = 0; i < ex->ops; i++) {
    const struct md_op *op = &ex->op[i];
    if (op->ex != ex || op->part + op->parts > ex->parts) return false;
    if (op->lane == NULL || op->unmet) continue; /* not posted yet */
    if (op->lane->ops == 0 || op->dir != op->lane->dir || !md_lane_valid(op->lane) || !framed_valid(op->lane)) return false;
    if (op->dir == MD_SEND && (op->framed || op->shadow != NULL)) return false;
    open += op->open;
    framed += op->framed;
    if (op->due != is_due(op)) return false;
    due += op->due;
    shadows += op->shadow != NULL;
  }
  return open == ex->open && framed == ex->framed && due == ex->due && shadows == ex->shadows;
}

#endif
