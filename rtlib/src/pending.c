/* The background: exchanges left pending, frames sent early, and the looks at
 * the network that move them on.
 *
 * A lazy exchange is over for the program at mdmp_end; its receives complete
 * when something needs them. Nothing may wait for the program to come back to
 * it in a way plain MPI would not: so whoever waits for anything in the run
 * time looks at everything under way, and the translator completes receives
 * before the program can block elsewhere (spec/execution.md).
 *
 * All of this is for the thread that executes regions. Exchanges of others stand apart: they are here while they
 * wait for room, so that all who wait move them on, and nothing else waits for them. */
#include "pending.h"

#include <sched.h>

#include "early.h"
#include "guard.h"
#include "order.h"
#include "outgoing.h"
#include "pieces.h"
#include "profile.h"
#include "rt.h"
#include "timeout.h"
#include "preposted.h"
#include "verify.h"
#include "view.h"

static struct md_pending *const pending = &md_rt.messages.pending;

/* A look at receives moves sends on, too: that they are gone need not be known at once. */
enum { SENDS_EVERY = 4, USES_PER_LOOK = 64 };

bool md_over(const struct md_exchange *ex) {
  return ex->open == 0 && ex->framed == 0 && ex->due == 0 && ex->shadows == 0;
}

bool md_pending_elsewhere(void) {
  return md_rt.gated && md_pending_any() && pending->thread != &md_thread;
}

/* Gives back what is complete. */
static void sweep(void) {
  if (pending->held > 0) return;
  for (struct md_exchange **at = &pending->first; *at != NULL;) {
    struct md_exchange *ex = *at;
    if (!md_over(ex)) {
      at = &ex->later;
      continue;
    }
    *at = ex->later;
    md_exchange_give(ex);
  }
  md_order_release(); /* a look of another exchange may have read the last that was missing */
}

void md_pend(struct md_exchange *ex) {
  md_assert(md_rt.overlap);
  if (ex->pending) return;
  ex->pending = true;
  md_tell();
  ex->number = ++pending->numbered;
  if (!ex->apart) pending->thread = &md_thread;
  pending->held++;
  struct md_exchange **at = &pending->first;
  while (*at != NULL) at = &(*at)->later;
  ex->later = NULL;
  *at = ex;
}

uint64_t md_pending_oldest(void) {
  for (const struct md_exchange *ex = pending->first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops && !ex->apart; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i])) return ex->number;
  return UINT64_MAX;
}

uint64_t md_pending_number(const struct md_exchange *ex) { return ex->pending ? ex->number : pending->numbered + 1; }

void md_pending_hold(void) { pending->held++; }

void md_pending_release(void) {
  md_assert(pending->held > 0);
  pending->held--;
  sweep();
}

bool md_progress(void) {
  if (!md_moving()) return false;
  md_guard_enter();
  bool moved = false, looked = false;
  for (struct md_exchange *ex = pending->first; ex != NULL; ex = ex->later) {
    if (md_over(ex)) continue;
    looked = true;
    moved = md_look(ex) > 0 || moved;
  }
  if (md_preposted_any()) moved = md_preposted_look() || moved;
  if (!looked || ++pending->looks % SENDS_EVERY == 0) moved = md_outgoing_progress() || moved;
  moved = md_early_go_on() || moved;
  if (md_unlikely(md_verify_under_way())) moved = md_verify_progress() || moved;
  md_order_release();
  md_guard_leave();
  return moved;
}

void md_pending_used(void) {
  if (++pending->uses % USES_PER_LOOK == 0) md_progress();
}

void md_keep_looking(struct md_watch *w) {
  md_assert(md_rt.overlap);
  md_keep_waiting(w);
}

void md_keep_waiting(struct md_watch *w) {
  md_assert(!md_locked());
  md_gate_pass();
  if (md_progress()) {
    w->idle = 0;
    return;
  }
  if (++w->idle < md_rt.opt.spin) return;
  w->idle = 0;
  md_patience_test(&w->patience, w->ex);
  sched_yield();
}

bool md_received(const struct md_op *op) { return md_op_arrived(op) && op->shadow == NULL; }

static void complete(struct md_op *op) {
  struct md_watch w = {.ex = op->ex};
  if (md_received(op)) return;
  md_profile_need(op);
  while (!md_received(op)) md_keep_looking(&w);
  md_profile_waited();
}

/* Bytes that came for good may be used before the rest, unless they are still to be compared. */
static bool usable(const struct md_op *op, size_t lo, size_t hi) {
  if (md_received(op)) return true;
  return op->shadow == NULL && !op->ex->poison && md_arrived_all(&op->arrived, lo, hi);
}

void md_need_bytes(struct md_op *op, size_t lo, size_t hi) {
  struct md_watch w = {.ex = op->ex};
  if (usable(op, lo, hi)) return;
  md_profile_need(op);
  while (!usable(op, lo, hi)) md_keep_looking(&w);
  md_profile_waited();
}

void md_pending_each(void (*f)(void *arg, struct md_op *op), void *arg) {
  for (struct md_exchange *ex = pending->first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops && !ex->apart; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i])) f(arg, &ex->op[i]);
}

static void complete_if(void *arg, struct md_op *op) {
  if (arg == NULL || md_op_meets(op, arg)) complete(op);
}

const struct md_op *md_pending_met(const struct md_view *v) {
  for (struct md_exchange *ex = pending->first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops && !ex->apart; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i]) && md_op_meets(&ex->op[i], v)) return &ex->op[i];
  return NULL;
}

bool md_pending_meets_parts(const struct md_section *part, unsigned parts) {
  for (unsigned k = 0; k < parts; k++) {
    struct md_view v;
    md_view_plain(&v, &part[k]);
    if (md_pending_meets(&v)) return true;
  }
  return false;
}

void md_settle_view(const struct md_view *v) {
  if (pending->first == NULL) return;
  md_pending_hold();
  md_pending_each(complete_if, (void *)(uintptr_t)v);
  md_pending_release();
}

void md_deliver(void) {
  md_order_release();
  if (md_likely(!md_outgoing_any() && !md_verify_under_way())) return;
  struct md_watch w = {0};
  md_outgoing_progress();
  while (md_outgoing_needs_us() || md_verify_needs_us()) md_keep_looking(&w);
}

void md_drain(const struct md_comm *c) {
  struct md_watch w = {0};
  MD_INSIDE;
  while (md_outgoing_of(c)) md_keep_looking(&w);
}

void md_settle_all(void) {
  md_settle_view(NULL);
  md_deliver();
}

void md_settle_before(const struct md_exchange *ex) {
  if (md_likely(pending->first == NULL)) return;
  for (unsigned i = 0; i < ex->parts; i++) {
    struct md_view v;
    md_view_plain(&v, &ex->part[i]);
    md_settle_view(&v);
  }
}

#ifdef MDMP_ASSERT

bool md_pending_valid(void) {
  uint64_t number = 0;
  for (const struct md_exchange *ex = pending->first; ex != NULL; number = ex->number, ex = ex->later)
    if (!ex->pending || ex->number <= number || !md_exchange_valid(ex)) return false;
  return pending->held >= 0 && number <= pending->numbered && md_preposted_valid() && md_pieces_valid() && md_outgoing_valid() && md_order_valid();
}

#endif
