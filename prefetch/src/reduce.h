/* MPI_Reduce, where the result does not depend on the order.
 *
 * What the root gets is no message of another rank but a sum, and the last bits of a sum of floating-point numbers depend on
 * the order in which this MPI adds, which is not known. With integers there are operations that give the same bits in any
 * order. Of those the root can gather what the ranks have, and put it together with MPI_Reduce_local. */
#ifndef PF_REDUCE_H
#define PF_REDUCE_H

#include <stdbool.h>

#include "real.h"

#pragma GCC visibility push(hidden)

/* Whether the bits are the same in any order. */
bool pf_reduce_any_order(MPI_Op op, MPI_Datatype type);

/* Puts parts of so many ranks together, which lie one behind the other, where the first one is. */
int pf_reduce_parts(char *parts, int ranks, int count, MPI_Datatype type, MPI_Op op);

#pragma GCC visibility pop
#endif
