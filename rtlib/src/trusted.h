/* Procedures that the program says are harmless, while they are at work under MDMP_VERIFY. */
#ifndef MDMP_TRUSTED_H
#define MDMP_TRUSTED_H

#include "error.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* The directive at `at`, which waits for other ranks, is executed: by a procedure that is said to be harmless it must not be. */
void md_trusted_waits(struct md_where at);

#pragma GCC visibility pop

/* The same of a call that may wait, of MPI or of the API: the program makes it now. Wrappers call this, in whatever library they are
 * (waits.c, numbered.c, numberedf.c). */
__attribute__((visibility("default"))) void mdmp_waits(const char *call);

#endif
