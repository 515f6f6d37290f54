/* What happens, told to all that have something to say about messages.
 *
 * A hook (trigger.h) is one file. When it is asked stands in its line of hooks.def; who executes exchanges and
 * regions does not know which there are. The lines become plain calls in a row (hooks.c), in the order of the table, so that a hook which hears
 * nothing of an event costs nothing. */
#ifndef MDMP_HOOKS_H
#define MDMP_HOOKS_H

#pragma GCC visibility push(hidden)

struct md_exchange;
struct md_ways;

void md_hooks_before(const struct md_exchange *ex);
void md_hooks_over(const struct md_exchange *ex);
void md_hooks_gone(void);
void md_hooks_ways(const struct md_ways *w);
void md_hooks_report(void);

#pragma GCC visibility pop
#endif
