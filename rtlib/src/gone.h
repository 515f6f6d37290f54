/* Whether a process that is waited for has finished: questions, and answers that are final. */
#ifndef MDMP_GONE_H
#define MDMP_GONE_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_lane;

/* What a process wants to know of a lane, which it sees as the direction dir. */
struct md_question {
  int peer, tag, dir;
};

/* All of it under the lock. */

/* Asks the peer of l, unless that was done before, how many messages of l there are in all on its side. */
void md_gone_ask(struct md_lane *l);

/* Reads what has come on c. Questions are answered when the answer cannot change. */
void md_gone_read(struct md_comm *c);

/* The same of all communicators. */
void md_gone_read_all(void);

/* Whether the peer of l executes nothing on it any more; n: so many it did. */
bool md_gone_after(struct md_lane *l, uint64_t *n);

#pragma GCC visibility pop
#endif
