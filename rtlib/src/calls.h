/* Calls between managed procedures, and the thread that executes regions. */
#ifndef MD_CALLS_H
#define MD_CALLS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The calling thread executes regions from now on. */
void md_home(void);

/* The calling thread is not the one that executes regions, or is one of several
 * of a team: managed procedures may be called by any of them. */
bool md_elsewhere(void);

void md_calls_close(void);

#pragma GCC visibility pop
#endif
