/* What messages order among ranks: when they may be complete.
 *
 * A rank writes a file and sends, another one receives and reads it; and the
 * message may go by way of a third one. So whoever has received all of a message
 * must know that its sender has come to the exchange, and that all that the
 * sender received in exchanges before has come to it. Early pieces say neither.
 * Therefore the frame that says that a message is complete leaves at its
 * exchange, never before, and waits there (a message that goes whole does, too)
 * until no receive of an earlier exchange is pending. What came FINAL may be used
 * meanwhile, by computations that nobody sees. */
#ifndef MDMP_ORDER_H
#define MDMP_ORDER_H

#include <stdbool.h>

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

void md_order_close(void);

#pragma GCC visibility pop

#endif
