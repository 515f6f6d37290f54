/* Lanes of communicators that nobody named. */
#ifndef MDMP_INTRODUCE_H
#define MDMP_INTRODUCE_H

#include <stdbool.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_lane;

/* All of it under the lock. */

/* A send is about to be the first on l: tells the other side by which number l goes. */
void md_introduce(struct md_lane *l, struct md_where at);

/* A receive is about to be: whether it is known by now. */
bool md_introduced(struct md_lane *l, struct md_where at);

#pragma GCC visibility pop
#endif
