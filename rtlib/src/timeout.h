/* What a wait does that lasts: look for the reason, say what it is for, keep the time limit. */
#ifndef MDMP_TIMEOUT_H
#define MDMP_TIMEOUT_H

#include "patience.h"

#pragma GCC visibility push(hidden)

struct md_exchange;

/* Called while nothing happens. ex: what is waited for first of all, which may not be among the pending; or NULL. May end the program. */
void md_patience_test(struct md_patience *p, struct md_exchange *ex);

#pragma GCC visibility pop
#endif
