/* Messages begun before their exchange.
 *
 * The idea (validation): a piece of a section is copied into a frame and sent
 * as soon as somebody says it is complete. When the exchange is executed the
 * section is compared with what was sent; what differs goes again, what is
 * missing follows. So whoever says it may be wrong at the cost of time only.
 * Where the translator has proved that nothing can change, pieces are FINAL:
 * not compared, and the receiver may use them at once. */
#ifndef MD_EARLY_H
#define MD_EARLY_H

#include "exchange.h"

#pragma GCC visibility push(hidden)

struct md_cuts;
struct md_early;

/* Tells messages begun apart: e is used again when its message is over. */
uint64_t md_early_number(const struct md_early *e);

/* Where pieces of e end. */
const struct md_cuts *md_early_cuts(const struct md_early *e);
const struct md_section *md_early_parts(const struct md_early *e, unsigned *parts);

/* The piece that begins at byte at is complete (final: proved): sends it, unless there is a reason not to. Who has said
 * so of several, and before anything else is done, says that they may all go now. */
void md_early_fire(struct md_early *e, size_t at, bool final);
void md_early_fired(void);

/* Sends what was said to be complete for good when there was no room for it with its receiver, as far as there is by now:
 * true if anything went. */
bool md_early_go_on(void);

/* All of it is. */
void md_early_fire_all(struct md_early *e, bool final);

/* A managed exchange whose way of running sends in pieces, or whose region states how long these are. */
bool md_early_may_split(const struct md_op *op);

/* The exchange is executed: sends what the message of op still needs, in frames, as far as there is room with the
 * receiver. False: nothing of it was begun, and it is to go whole on the direct tag (unless in_pieces). */
bool md_early_send(struct md_op *op, bool in_pieces);

/* Whether it will, when op is the next one on its lane. */
bool md_early_goes(const struct md_op *op, bool in_pieces);

/* Sends on where there is room by now. */
void md_early_send_on(struct md_exchange *ex);

/* All of the exchange is posted: waits until all pieces of its messages are sent. */
void md_early_finish(struct md_exchange *ex);

/* Withdraws a message that will not be executed; everything on lanes of c begun and not executed, NULL: on any lane; of that what
 * may not be begun when a region is over. */
void md_early_withdraw(struct md_early *e);
void md_early_void_all(const struct md_comm *c);
void md_early_leave_region(void);

#pragma GCC visibility pop
#endif
