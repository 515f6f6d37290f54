/* Calls between managed procedures, and the thread that executes regions. */
#ifndef MD_CALLS_H
#define MD_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The calling thread executes regions from now on. */
void md_home(void);

/* The calling thread is not the one that executes regions, or is one of several
 * of a team: managed procedures may be called by any of them. */
bool md_elsewhere(void);

struct md_licence;

/* The licence that a procedure was entered with last, if it holds; else NULL. */
const struct md_licence *md_calls_licence(int64_t *p, const char *name);

void md_calls_close(void);

#pragma GCC visibility pop
#endif
