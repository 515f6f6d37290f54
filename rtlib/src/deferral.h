/* Deferrals: what a procedure may leave pending when it returns.
 *
 * The idea: whether a receive may outlive the procedure that states it is for
 * the caller to say, who is the next to touch the array. A caller that looks
 * after some arrays of its own grants them by their addresses, just before the
 * call, to the procedure that it calls by name; that procedure takes the
 * deferral when it is entered, and may pass it on to procedures it calls. A
 * receive into any other memory (a copy that was made for the call, a local
 * array, a variable that the caller does not look after) completes at its
 * exchange, so nothing has to be known of how arguments are passed.
 *
 * Where the caller touches nothing itself that others can reach, it grants all memory
 * but what it passes of its own (spec/execution.md); procedures that hand that on except
 * theirs.
 *
 * A deferral holds while the region is executed in which it was granted, and
 * until something happens after which its addresses may mean other variables:
 * memory is freed, or code runs that nothing is known of (md_revoke). A grant of all
 * memory rests on no address, and what is excepted from it stays where it is. */
#ifndef MD_DEFERRAL_H
#define MD_DEFERRAL_H

#include <stdbool.h>
#include <stdint.h>

#include "exchange.h"
#include "view.h"

#pragma GCC visibility push(hidden)

enum { MD_DEFERRED_MOST = 32 }; /* arrays; more are not granted */

struct md_memory {
  const char *lo, *hi; /* bytes lo .. hi-1 */
};

struct md_deferral {
  uint64_t stay, epoch; /* in which it holds */
  bool open;            /* all memory is granted but the excepted */
  unsigned n, excepted;
  struct md_memory array[MD_DEFERRED_MOST];
  struct md_memory except[MD_DEFERRED_MOST];
};

/* An empty deferral for now. */
void md_deferral_new(struct md_deferral *l);

/* Adds an array that lies in one piece. */
void md_deferral_add(struct md_deferral *l, const struct md_view *array);

/* All memory is granted, too; or no longer. */
void md_deferral_open(struct md_deferral *l, bool open);

/* Of all memory, an array is excepted, whatever lies between its elements with it. */
void md_deferral_except(struct md_deferral *l, const struct md_view *array);

/* to becomes what from is. */
void md_deferral_copy(struct md_deferral *to, const struct md_deferral *from);

/* Whether it holds, and for anything. */
bool md_deferral_holds(const struct md_deferral *l);

/* Receives of ex that go elsewhere are told to complete at its end; whether others are left. */
bool md_deferral_applies(const struct md_deferral *l, struct md_exchange *ex);

/* No deferral granted so far holds from now on. */
void md_revoke(void);

#pragma GCC visibility pop
#endif
