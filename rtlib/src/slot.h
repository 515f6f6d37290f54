/* The lane and the place of an op. */
#ifndef MDMP_SLOT_H
#define MDMP_SLOT_H

#include <stdbool.h>

#include "exchange.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* Finds them, at once if they are those that the slot of its position has from last time. */
void md_slot_find(struct md_op *op, struct md_slot *slot);

#pragma GCC visibility pop
#endif
