/* Messages that code writes which nobody sees: mode(paged).
 *
 * The idea is OS triggering (Bao, Ding et al., delta send-recv): a message that was sent before will probably be sent
 * again from the same memory, so when its exchange is over its whole pages are watched (pages.h), and what the program
 * has written and left behind goes out while it writes the rest. Like all guesses it is compared at the exchange: what is
 * written again goes again, and a message of which most had to go again is let alone for a while.
 *
 * Only bytes of the range in which the fault was are read: that memory is there. Edges that share a page with other
 * data, and the increment written last, go at the exchange. The run time itself never writes to a page that is watched:
 * what an exchange uses is opened before it begins. */
#ifndef MDMP_PAGED_H
#define MDMP_PAGED_H

#pragma GCC visibility push(hidden)

struct md_exchange;
struct md_ways;

/* The region that is executed now has mode(paged), or not. */
void md_paged_ways(const struct md_ways *w);

/* The exchange is over: watches what comes next of its sends. */
void md_paged_begin(const struct md_exchange *ex);

/* It is about to be executed: opens what it uses. Memory may go, or the region is left: opens all. */
void md_paged_open(const struct md_exchange *ex);
void md_paged_open_all(void);

/* MDMP_PROFILE: a line for this process. */
void md_paged_report(void);

#pragma GCC visibility pop
#endif
