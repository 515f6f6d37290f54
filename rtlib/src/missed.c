/* Why a message stayed at its exchange.
 *
 * The questions come in the order in which the run time asks them itself when it
 * decides what may be early or pending: the first that was answered with no is
 * the reason. Nothing here decides anything. */
#include "missed.h"

#include "history.h"
#include "owner.h"
#include "pieces.h"
#include "rt.h"
#include "tune.h"

/* What keeps all messages of an exchange plain. */
static enum md_why of_exchange(const struct md_exchange *ex) {
  if (ex->manage == MD_NOT_MANAGED) return MD_WHY_COMPILED;
  if (!md_overlaps()) return MD_WHY_THREADS;
  if (!md_tune_inside()) return MD_WHY_REGION;
  if (md_elsewhere()) return MD_WHY_THREAD;
  return MD_WHY_NOT;
}

/* The arm does not do it: because somebody asked for another, or because another is better or on trial. */
static enum md_why by_arm(const struct md_tuner *t) {
  if (md_tune_asked()) return MD_WHY_ASKED;
  if (md_tune_little(t) >= 0) return MD_WHY_LITTLE;
  return md_tune_trying(t) ? MD_WHY_TRIAL : MD_WHY_TUNER;
}

enum md_why md_missed_send(const struct md_op *op, unsigned *part) {
  *part = 0;
  if (op->bytes == 0 || op->early) return MD_WHY_NOT;
  if (op->place->skip) return MD_WHY_SKIP;
  enum md_why all = of_exchange(op->ex);
  if (all != MD_WHY_NOT) return all;
  const struct md_tuner *t = &op->ex->site->tune;
  bool tried = op->ex->managed || md_tune_asked();
  if (tried && !md_arm_of(t)->early) return by_arm(t);
  if (op->begun) return op->packed ? MD_WHY_PACKED : MD_WHY_LATE;
  if (md_pieces_short(op->bytes) && !(op->place->proved && t->one_way)) return MD_WHY_SHORT;
  return md_history_why(op, part);
}

enum md_why md_missed_recv(const struct md_op *op, bool may_wait) {
  const struct md_exchange *ex = op->ex;
  if (op->bytes == 0 || (may_wait && !op->prompt && !op->place->skip)) return MD_WHY_NOT;
  if (op->place->skip) return MD_WHY_SKIP;
  enum md_why all = of_exchange(ex);
  if (all != MD_WHY_NOT) return all;
  bool compiled = ex->manage == MD_DEFERRABLE_ONLY ? ex->deferral == NULL || op->prompt : op->prompt || !ex->lazy;
  if (compiled && md_site_blocks(ex->site, op->place->where.line) > 0) return MD_WHY_BLOCKS;
  if (ex->manage == MD_DEFERRABLE_ONLY && (ex->deferral == NULL || op->prompt)) return MD_WHY_GRANT;
  if (op->prompt) return MD_WHY_PROMPT;
  if (!ex->lazy) return MD_WHY_COMPILED;
  if (md_rt.opt.hash != NULL) return MD_WHY_ASKED;
  return by_arm(&ex->site->tune);
}
