/* Who else may send and receive: code whose calls of MPI the wrappers of numbered.c do not see.
 *
 * The linker leads the calls of the executable's objects by the wrappers, those of PMPI, too. A library that is linked or loaded
 * dynamically calls MPI past them. Numbers of messages are known only if nobody does, so the objects of the process are looked
 * at: each that is no part of MPI and asks the dynamic linker for a function of MPI that sends or receives, or for
 * functions whose names it gives at run time (dlsym), is *uninstrumented*. Once there has been such an object nothing is announced and no announcement is
 * heeded any more in this process: messages go whole. What was announced before stays right: it was posted before anything that the
 * object may post.
 *
 * MPI's own is what defines a function of its profiling interface, and what that needs, or loads in MPI_Init. */
#ifndef MDMP_UNINSTRUMENTED_H
#define MDMP_UNINSTRUMENTED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Right before MPI_Init: what is loaded from here until md_uninstrumented_start is MPI's. */
void md_uninstrumented_prepare(void);
void md_uninstrumented_start(void);

/* Whether there is none, and has not been one. Looks again if objects were loaded since. */
bool md_uninstrumented_none(void);

/* The first one; NULL: none. */
const char *md_uninstrumented_first(void);

void md_uninstrumented_close(void);

#pragma GCC visibility pop
#endif
