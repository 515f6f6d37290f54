/* Exchanges that are over for the program and not for us: receives that may
 * wait for their first use, sends that are still on their way. */
#ifndef MD_PENDING_H
#define MD_PENDING_H

#include "exchange.h"
#include "geom.h"
#include "order.h"
#include "outgoing.h"
#include "rt.h"
#include "timeout.h"
#include "preposted.h"
#include "verify.h"

#pragma GCC visibility push(hidden)

/* Whether anything is under way in the background. */
static inline bool md_under_way(void) {
  return md_rt.messages.pending.first != NULL || md_outgoing_any() || md_order_any() || md_verify_under_way();
}

/* Whether a look at the network may move anything: what is posted ahead, too, which is in nobody's way. */
static inline bool md_moving(void) { return md_under_way() || md_preposted_any(); }

/* Whether exchanges are left pending. */
static inline bool md_pending_any(void) { return md_rt.messages.pending.first != NULL; }

/* The same before the lock, for what is called for each element: a thread that is alone needs none to see that nothing is. */
static inline bool md_pending_none(void) { return !md_rt.gated && !md_pending_any(); }

/* Whether it was another thread that left them. */
bool md_pending_elsewhere(void);

/* Leaves the rest of an exchange to the background, and holds it there until
 * md_pending_release. Nothing to do if that was done. */
void md_pend(struct md_exchange *ex);

/* The number of the oldest exchange of which a receive is pending and not complete; none: the largest
 * there is. The number of an exchange, or that which it gets if it is left pending now. */
uint64_t md_pending_oldest(void);
uint64_t md_pending_number(const struct md_exchange *ex);

/* A look at everything under way: true if something moved. */
bool md_progress(void);

/* Something that may be pending is about to be used, which comes often: a look now and then. */
void md_pending_used(void);

/* Looks until a condition holds: while (!condition) md_keep_looking(&w). */
struct md_watch {
  int64_t idle;
  struct md_patience patience;
  struct md_exchange *ex; /* what it is for, first of all; NULL: something that is under way */
};
void md_keep_looking(struct md_watch *w);

/* The same where nothing may overlap, either. */
void md_keep_waiting(struct md_watch *w);

/* Completes the receives left pending that may share storage with v; or all, and what was sent is out of
 * our hands. */
void md_settle_view(const struct md_view *v);
void md_settle_all(void);

/* Waits until what was sent in pieces by executed exchanges goes on without us; until nothing of c is on the wire. */
void md_deliver(void);
void md_drain(const struct md_comm *c);

/* A receive that is pending and not complete and may share storage with v, NULL if there is none; whether there is one. */
const struct md_op *md_pending_met(const struct md_view *v);
static inline bool md_pending_meets(const struct md_view *v) { return md_pending_met(v) != NULL; }

/* Whether something of these sections is still on its way to us. */
bool md_pending_meets_parts(const struct md_section *part, unsigned parts);

/* Completes those that may share storage with a section of ex. */
void md_settle_before(const struct md_exchange *ex);

/* Whether nothing of ex is under way. */
bool md_over(const struct md_exchange *ex);

/* Whether all of a receive has come. */
bool md_received(const struct md_op *op);

/* Calls f for every receive that is pending and not complete. */
void md_pending_each(void (*f)(void *arg, struct md_op *op), void *arg);

/* invariant.h: exchanges are in order, and so is all that is on its way. */
bool md_pending_valid(void);

/* While it is held, ops of pending exchanges stay where they are. */
void md_pending_hold(void);
void md_pending_release(void);

/* Waits until bytes lo .. hi-1 of a pending receive may be used. */
void md_need_bytes(struct md_op *op, size_t lo, size_t hi);

#pragma GCC visibility pop
#endif
