/* When a message may be complete at its receiver.
 *
 * Programs use messages as signals: rank 0 writes a file and sends, rank 1
 * receives and reads the file; or rank 0 sends to rank 1 and that to rank 2, who
 * reads it. In plain MPI a received message says that its sender has come to the
 * send, and that all it had received before was there. Pieces sent early say
 * neither. So the frame that says that a message is complete leaves at the
 * exchange, and waits there until no receive of an earlier exchange is pending; so
 * does a message that goes whole. Pieces that will not change (FINAL) may be used
 * before that, but only by nests, whose work nobody outside can see. */
#ifndef MDMP_ORDER_H
#define MDMP_ORDER_H

#include <stdbool.h>

#include "rt.h"

#pragma GCC visibility push(hidden)

struct md_early;
struct md_exchange;

/* Whether messages of ex may be complete: nothing of earlier exchanges is pending. It looks first. */
bool md_order_clear(const struct md_exchange *ex);

/* Waits until that is so. */
void md_order_await(const struct md_exchange *ex);

/* Sends the last frame of e, of which all else is sent, as soon as that is so. */
void md_order_end(struct md_early *e, const struct md_exchange *ex);

/* Sends what may go now. */
void md_order_release(void);

/* Whether frames are held: they are under way as much as any that MPI has. */
static inline bool md_order_any(void) { return md_rt.messages.order.n > 0; }

/* invariant.h: frames wait in the order of their exchanges. */
bool md_order_valid(void);

void md_order_close(void);

#pragma GCC visibility pop

#endif
