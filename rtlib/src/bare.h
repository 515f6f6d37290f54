/* Pieces without a copy.
 *
 * A piece that is known not to change until its exchange returns needs no copy
 * for comparing, and none for sending if it lies in one piece. What a frame has
 * beside its data would have to be put in front of them, so such pieces go bare,
 * as MPI messages that hold nothing else, behind one header for a run of them.
 * Pieces become complete one by one, mostly many at a time, so they are gathered
 * here until whoever says so has no more to say. */
#ifndef MDMP_BARE_H
#define MDMP_BARE_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

struct md_early;

/* Piece i of e is to be sent and does not change until its exchange returns. True: it is sent by md_bare_flush at the
 * latest; false: it is no piece to be sent without a copy. */
bool md_bare_take(struct md_early *e, unsigned i);

/* Whether it was taken and is not sent. */
bool md_bare_holds(const struct md_early *e, unsigned i);

void md_bare_flush(void);

/* Bytes taken and not sent. */
size_t md_bare_bytes(void);

#pragma GCC visibility pop
#endif
