/* The background: exchanges left pending, frames sent early, and the looks at
 * the network that move them on.
 *
 * A lazy exchange is over for the program at mdmp_end; its receives complete
 * when something needs them. Nothing may wait for the program to come back to
 * it in a way plain MPI would not: so whoever waits for anything in the run
 * time looks at everything under way, and the translator completes receives
 * before the program can block elsewhere (spec/auto.md).
 *
 * All of this is for one thread at a time: under MPI_THREAD_MULTIPLE nothing is
 * left pending. */
#include "pending.h"

#include <sched.h>

#include "guard.h"
#include "order.h"
#include "outgoing.h"
#include "profile.h"
#include "rt.h"
#include "timeout.h"
#include "verify.h"
#include "view.h"

static struct md_exchange *first; /* pending, oldest first */
static int held;                  /* ops must not move */
static uint64_t numbered;

/* A look at receives moves sends on, too: that they are gone need not be known at once. */
enum { SENDS_EVERY = 4 };
static unsigned looks;

bool md_under_way(void) { return first != NULL || md_outgoing_any() || md_verify_under_way(); }

static bool over(const struct md_exchange *ex) { return ex->open == 0 && ex->framed == 0 && ex->due == 0 && ex->shadows == 0; }

bool md_pending_any(void) { return first != NULL; }

/* Gives back what is complete. */
static void sweep(void) {
  if (held > 0) return;
  for (struct md_exchange **at = &first; *at != NULL;) {
    struct md_exchange *ex = *at;
    if (!over(ex)) {
      at = &ex->later;
      continue;
    }
    *at = ex->later;
    md_exchange_give(ex);
  }
}

void md_pend(struct md_exchange *ex) {
  if (ex->pending) return;
  ex->pending = true;
  ex->number = ++numbered;
  held++;
  struct md_exchange **at = &first;
  while (*at != NULL) at = &(*at)->later;
  ex->later = NULL;
  *at = ex;
}

uint64_t md_pending_oldest(void) {
  for (const struct md_exchange *ex = first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i])) return ex->number;
  return UINT64_MAX;
}

uint64_t md_pending_number(const struct md_exchange *ex) { return ex->pending ? ex->number : numbered + 1; }

void md_pending_hold(void) { held++; }

void md_pending_release(void) {
  held--;
  sweep();
}

bool md_progress(void) {
  if (!md_under_way()) return false;
  md_guard_enter();
  bool moved = false, looked = false;
  for (struct md_exchange *ex = first; ex != NULL; ex = ex->later) {
    if (over(ex)) continue;
    looked = true;
    moved = md_look(ex) > 0 || moved;
  }
  if (!looked || ++looks % SENDS_EVERY == 0) moved = md_outgoing_progress() || moved;
  if (md_unlikely(md_verify_under_way())) moved = md_verify_progress() || moved;
  md_order_release();
  md_guard_leave();
  return moved;
}

void md_keep_looking(struct md_watch *w) {
  if (md_progress()) {
    w->idle = 0;
    return;
  }
  if (++w->idle < md_rt.opt.spin) return;
  w->idle = 0;
  if (first != NULL) md_patience_test(&w->patience, first);
  sched_yield();
}

bool md_received(const struct md_op *op) { return md_op_arrived(op) && op->shadow == NULL; }

static void complete(struct md_op *op) {
  struct md_watch w = {0};
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
  struct md_watch w = {0};
  if (usable(op, lo, hi)) return;
  md_profile_need(op);
  while (!usable(op, lo, hi)) md_keep_looking(&w);
  md_profile_waited();
}

void md_pending_each(void (*f)(void *arg, struct md_op *op), void *arg) {
  for (struct md_exchange *ex = first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i])) f(arg, &ex->op[i]);
}

static bool overlaps(const struct md_op *op, const struct md_view *v) {
  for (unsigned k = 0; k < op->parts; k++) {
    struct md_view s;
    md_view_plain(&s, &op->ex->part[op->part + k]);
    if (md_view_overlap(&s, v)) return true;
  }
  return false;
}

static void complete_if(void *arg, struct md_op *op) {
  if (arg == NULL || overlaps(op, arg)) complete(op);
}

bool md_pending_meets(const struct md_view *v) {
  for (struct md_exchange *ex = first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops; i++)
      if (ex->op[i].dir == MD_RECV && !md_received(&ex->op[i]) && overlaps(&ex->op[i], v)) return true;
  return false;
}

void md_settle_view(const struct md_view *v) {
  if (first == NULL) return;
  md_pending_hold();
  md_pending_each(complete_if, (void *)(uintptr_t)v);
  md_pending_release();
}

void md_settle_all(void) {
  md_settle_view(NULL);
  md_order_release();
  md_outgoing_deliver();
}

void md_settle_before(const struct md_exchange *ex) {
  if (md_likely(first == NULL)) return;
  for (unsigned i = 0; i < ex->parts; i++) {
    struct md_view v;
    md_view_plain(&v, &ex->part[i]);
    md_settle_view(&v);
  }
}
