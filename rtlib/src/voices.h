/* What happens, told to all that have something to say about messages.
 *
 * A voice (trigger.h) is one file. When it is asked stands in its line of voices.def; who executes exchanges and
 * regions does not know which there are. The lines become plain calls in a row (voices.c), in the order of the table, so that a voice which hears
 * nothing of an event costs nothing. */
#ifndef MDMP_VOICES_H
#define MDMP_VOICES_H

#pragma GCC visibility push(hidden)

struct md_exchange;
struct md_ways;

void md_voices_before(const struct md_exchange *ex);
void md_voices_over(const struct md_exchange *ex);
void md_voices_gone(void);
void md_voices_ways(const struct md_ways *w);
void md_voices_report(void);

#pragma GCC visibility pop
#endif
