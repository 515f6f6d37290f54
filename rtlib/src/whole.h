/* Loops that the compiler left whole, and what they write: the profile names them where no loop that is known wrote
 * a message. */
#ifndef MDMP_WHOLE_H
#define MDMP_WHOLE_H

#include "exchange.h"

#pragma GCC visibility push(hidden)

/* The loop that is known to write the array in which a section of the message lies, the one executed last if there
 * are several; NULL: none. part counts from the first section of the message. */
const struct md_whole *md_whole_of(const struct md_op *op, unsigned part);

#pragma GCC visibility pop
#endif
