/* Calls between managed procedures. */
#ifndef MD_CALLS_H
#define MD_CALLS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_deferral;

/* The deferral that a procedure was entered with last, if it holds; else NULL. */
const struct md_deferral *md_calls_deferral(int64_t *p, const char *name);

void md_calls_close(void);

#pragma GCC visibility pop
#endif
