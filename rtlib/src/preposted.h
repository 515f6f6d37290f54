/* Receives posted before their exchange.
 *
 * The idea: the mirror of FINAL pieces. Where the translator has proved that nobody
 * touches what a receive receives into from a place on up to its exchange, and that the
 * exchange comes for certain, the receive is posted ahead: what comes may be put there as it
 * comes, whole or in pieces, guesses too, and nothing is left to copy at the exchange.
 * So the receive is posted at that place, as if its exchange were executed and left it
 * pending; it takes its number on the lane. The exchange, when it is executed, takes it
 * over with all that has come and waits for the rest.
 *
 * Nothing waits for it before: nobody needs its bytes. The sender may be as far behind as
 * it likes, and may begin another message first and withdraw that: the one that meets this
 * receive is the same as ever, because messages are matched by counting. */
#ifndef MDMP_PREPOSTED_H
#define MDMP_PREPOSTED_H

#include <stdbool.h>

#include "exchange.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

struct md_view;

static inline bool md_preposted_any(void) { return md_rt.messages.preposts.first != NULL; }

/* The receives of ex, all there is in it, are posted. */
void md_preposted_add(struct md_exchange *ex);

/* op, of which the lane is known, is executed. True: it was posted, and has all that came for it since. */
bool md_preposted_take(struct md_op *op);

/* A look at all that is posted ahead: true if something moved. */
bool md_preposted_look(void);

/* MDMP_VERIFY: the receives of ex are not posted. That nobody touches what they receive into before their exchange, which stands at
 * site s, is claimed; the one that v meets, NULL if there is none. */
void md_preposted_claim(struct md_exchange *ex);
const struct md_op *md_preposted_claimed(const struct md_view *v);
void md_preposted_over(const struct md_site *s);

/* invariant.h: what is counted is what is waited for. */
bool md_preposted_valid(void);

#pragma GCC visibility pop
#endif
