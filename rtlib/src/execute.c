/* Exchanges in execution.
 *
 * Everything happens in the order the language promises, whatever the order of
 * statement: all receives are posted, then all sends, then all are completed, or
 * left pending. Receives may have been posted before (preposted.h). */
#include "execute.h"

#include "bypages.h"
#include "early.h"
#include "foreign.h"
#include "hashlog.h"
#include "history.h"
#include "owner.h"
#include "introduce.h"
#include "deferral.h"
#include "outbox.h"
#include "outgoing.h"
#include "pending.h"
#include "profile.h"
#include "rt.h"
#include "slot.h"
#include "missed.h"
#include "tune.h"
#include "preposted.h"
#include "verify.h"
#include "hooks.h"
#include "whole.h"

static void take_place(struct md_op *op) {
  op->q = op->lane->executed++;
  op->lane->ops++;
  op->lane->used = true;
  if (op->dir == MD_SEND) op->lane->with->gets = true;
}

/* Finds its lane and takes its place there. While a send waits for receives of earlier exchanges another thread may
 * go first. False: it is a receive whose lane is not known yet. */
static bool line_up(struct md_op *op, struct md_slot *slot) {
  md_slot_find(op, slot);
  const bool unknown = op->lane->number < 0;
  op->unmet = op->dir == MD_RECV && unknown; /* another receive of the lane may have heard of it since */
  if (md_unlikely(op->unmet)) return false;
  if (md_unlikely(unknown)) md_introduce(op->lane, op->place->where);
  if (op->dir == MD_SEND && md_unlikely(md_send_waits(op))) {
    op->lane = NULL; /* not posted */
    md_order_await(op->ex);
    md_slot_find(op, slot);
  }
  take_place(op);
  return true;
}

/* Receives may stay pending, unless the arm on trial or a log of hashes forbids it. */
static bool may_wait(const struct md_exchange *ex) {
  return ex->lazy && md_rt.opt.hash == NULL && md_arm_of(&ex->site->tune)->lazy;
}

static void note_why(const struct md_op *op) {
  unsigned part = 0;
  enum md_why w = op->dir == MD_SEND ? md_missed_send(op, &part) : md_missed_recv(op, may_wait(op->ex));
  md_profile_why(op->place, w, part, w == MD_WHY_NEST ? md_whole_of(op, part) : NULL);
}

/* It was posted before (mdmp_preposted). */
static bool posted_ahead(struct md_op *op, struct md_slot *slot) {
  if (md_likely(!md_preposted_any()) || op->dir == MD_SEND) return false;
  md_slot_find(op, slot);
  return md_preposted_take(op);
}

/* All of one direction that is not posted. */
static void post(struct md_exchange *ex, enum md_direction dir) {
  struct md_slot *slots = dir == MD_RECV ? ex->site->recv : ex->site->send;
  unsigned position = 0;
  for (unsigned i = 0; i < ex->ops; i++) {
    struct md_op *op = &ex->op[i];
    if (op->dir != dir) continue;
    struct md_slot *slot = &slots[position++ % MD_SLOTS];
    if (md_unlikely(op->lane != NULL && !op->unmet)) continue;
    if (md_unlikely(posted_ahead(op, slot))) {
      if (md_unlikely(md_rt.profile)) note_why(op);
      continue;
    }
    if (md_unlikely(!line_up(op, slot))) {
      ex->unmet++;
      continue;
    }
    if (md_unlikely(md_rt.verify) && dir == MD_SEND) md_verify_posted(op);
    if (dir == MD_RECV)
      md_post_recv(op);
    else
      md_post_send(op, slot);
    if (md_unlikely(md_rt.profile)) note_why(op);
    if (md_unlikely(dir == MD_SEND && (ex->remembered || op->lane->history != NULL))) md_history_note(op);
    md_profile_posted(op);
    if (md_unlikely(md_rt.verify) && dir == MD_RECV) md_verify_posted(op);
  }
}

/* Hears of lanes. Nothing is posted meanwhile, so that receives of one lane are posted in order. */
static void hear(struct md_exchange *ex) {
  unsigned position = 0;
  for (unsigned i = 0; i < ex->ops; i++) {
    struct md_op *op = &ex->op[i];
    if (op->dir != MD_RECV) continue;
    struct md_slot *slot = &ex->site->recv[position++ % MD_SLOTS];
    if (!op->unmet) continue;
    md_slot_find(op, slot);
    if (!md_introduced(op->lane, op->place->where)) continue;
    op->unmet = false;
    op->lane = NULL;
  }
}

/* All sends are posted: receives whose lanes were not introduced are, as they are. */
static void post_unmet(struct md_exchange *ex) {
  struct md_watch w = {.ex = ex};
  for (;;) {
    md_lock_posting();
    hear(ex);
    ex->unmet = 0;
    post(ex, MD_RECV);
    md_unlock_posting();
    if (ex->unmet == 0) break;
    if (ex->crowded > 0) md_early_send_on(ex); /* whoever introduces it may wait for that first */
    md_keep_waiting(&w);
  }
  md_lock_posting();
  md_outbox_reap(); /* what introduced lanes to this process itself */
  md_unlock_posting();
}

/* What was sent from the program's memory is not the program's again, or a receive was told not to wait. */
static bool busy(const struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops; i++) {
    const struct md_op *op = &ex->op[i];
    if (op->dir == MD_SEND ? op->open > 0 || md_outgoing_lent(op->lane, op->q) : (op->prompt || op->place->skip) && !md_received(op)) return true;
  }
  return false;
}

/* Pieces went from the program's memory, and are not gone. */
static bool lent(const struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops; i++)
    if (ex->op[i].dir == MD_SEND && md_outgoing_lent(ex->op[i].lane, ex->op[i].q)) return true;
  return false;
}

/* All of ex is posted. */
static void complete(struct md_exchange *ex) {
  struct md_watch w = {.ex = ex};
  md_wait(ex);
  md_deliver();
  while (lent(ex)) md_keep_looking(&w);
}

static void leave_pending(struct md_exchange *ex) {
  struct md_watch w = {.ex = ex};
  md_pend(ex);
  md_progress();
  if (busy(ex)) {
    md_profile_stand(ex);
    while (busy(ex)) md_keep_looking(&w);
    md_profile_waited();
  }
  md_hooks_over(ex);
  md_pending_release();
}

/* Receives still pending that would meet with this exchange come first. */
static void make_way(const struct md_exchange *ex) {
  if (md_likely(!md_under_way()) || ex->apart) return;
  md_settle_before(ex);
}

/* The calling thread may not be the only one in here. */
static void meet(struct md_exchange *ex) {
  ex->apart = !md_is_owner();
  md_meet(ex->site->text.where, md_pending_any());
  if (!md_several()) return;
  ex->managed = ex->lazy = ex->remembered = false;
  if (!ex->apart) md_settle_all();
}

void md_execute(struct md_exchange *ex) {
  if (md_unlikely(md_rt.gated)) meet(ex);
  if (md_unlikely(md_rt.verify > 0)) md_preposted_over(ex->site);
  if (ex->ops > 0) {
    md_hooks_before(ex);
    md_bypages_before(ex);
    make_way(ex);
    if (md_unlikely(ex->deferral != NULL)) ex->lazy = ex->lazy && md_deferral_applies(ex->deferral, ex);
    ex->poison = md_rt.verify > 1 && may_wait(ex);
    md_assert(!md_rt.overlap || (md_exchange_valid(ex) && md_pending_valid()));
    md_lock_posting();
    if (md_unlikely(ex->foreign_ops > 0)) md_foreign_post(ex);
    post(ex, MD_RECV);
    if (md_unlikely(ex->poison)) md_verify_poison(ex);
    post(ex, MD_SEND);
    md_unlock_posting();
    if (md_unlikely(ex->unmet > 0)) post_unmet(ex);
    if (md_unlikely(ex->crowded > 0)) md_early_finish(ex);
    if (md_unlikely(ex->foreign_ops > 0)) md_foreign_wait(ex);
    ex->site->tune.near = !ex->far;
    md_assert(!md_rt.overlap || (md_exchange_valid(ex) && md_pending_valid()));
    if (md_unlikely(may_wait(ex)) && ex->ops > 0) {
      leave_pending(ex);
      return;
    }
    complete(ex);
    md_hooks_over(ex);
    md_assert(md_over(ex) && (!md_rt.overlap || (md_exchange_valid(ex) && md_pending_valid())));
  }
  if (md_unlikely(md_rt.opt.hash != NULL)) md_hashlog(ex);
  if (md_unlikely(ex->pending))
    md_pending_release();
  else
    md_exchange_give(ex);
}

/* Posts receives ahead; says how many. Those behind one that cannot be posted may be behind it on its lane. */
static unsigned post_ahead(struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops; i++) {
    struct md_op *op = &ex->op[i];
    if (md_unlikely(op->foreign)) return i;
    md_slot_find(op, &ex->site->recv[i % MD_SLOTS]);
    if (op->lane->number < 0 || op->place->skip || op->bytes == 0 || md_pending_meets_parts(&ex->part[op->part], op->parts)) return i;
    take_place(op);
    op->ahead = true;
    md_post_recv(op);
    md_profile_ahead(op);
  }
  return ex->ops;
}

void md_execute_ahead(struct md_exchange *ex) {
  md_hooks_before(ex);
  md_bypages_before(ex);
  ex->ops = post_ahead(ex);
  if (ex->ops > 0)
    md_preposted_add(ex);
  else
    md_exchange_give(ex);
}
