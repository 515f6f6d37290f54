/* MDMP_SKIP: directives that go plain. */
#ifndef MDMP_SKIP_H
#define MDMP_SKIP_H

#include <stdbool.h>

#include "error.h"

#pragma GCC visibility push(hidden)

/* Checks the list, so that what is mistyped is an error. */
void md_skip_read(struct md_where at);

/* Under the lock. Whether the directive at p is in the list. */
bool md_skipped(struct md_where p);

/* Collective, if any process has a list: rank 0 warns of entries that no process met. */
void md_skip_report(void);

#pragma GCC visibility pop
#endif
