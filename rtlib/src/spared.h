/* Procedures that the program says are harmless, while they are at work under MDMP_VERIFY. */
#ifndef MDMP_SPARED_H
#define MDMP_SPARED_H

#include "error.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* The directive at `at`, which waits for other ranks, is executed: by a procedure that is said to be harmless it must not be. */
void md_spared_waits(struct md_where at);

#pragma GCC visibility pop
#endif
