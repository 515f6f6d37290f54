/* What is fetched of a granted lane, and when: blocks that have changed since the last message and no longer change.
 *
 * That is a guess. What is copied is compared with the message when it is sent, so a wrong one costs time and nothing
 * else. */
#ifndef PF_FETCH_H
#define PF_FETCH_H

#include <stdint.h>

#include "lane.h"

#pragma GCC visibility push(hidden)

/* By the answering thread, without the lock; it is at work on so many lanes. */
void pf_fetch(struct pf_lane *l, uint64_t now, size_t lanes);

#pragma GCC visibility pop
#endif
