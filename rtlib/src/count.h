/* Messages whose writers are seen but not understood: counted units of work.
 *
 * The idea is that of managed data message passing (Jackson et al.): accesses are counted in a first pass, and later passes
 * send where the count is reached. What is counted here is not each access but units of work that are over: boxes of a nest,
 * iterations of a loop that is none. In the pass that learns, the section is copied before the first unit and looked at
 * behind every one: what differs was written by the units in between. That gives for each chunk of the message the unit
 * that wrote it last. In later passes a piece goes as soon as the units of all its chunks are over.
 *
 * A count is a guess like others and compared at the exchange. Where that found pieces changed, the next pass learns again, and
 * of two counts the larger one stays. Where nothing would leave before the last unit, the nest runs as it was for a
 * while. The copy lasts as long as the pass that learns, and all copies together have an upper limit. */
#ifndef MDMP_COUNT_H
#define MDMP_COUNT_H

#include <stdbool.h>

#include "luck.h"
#include "trigger.h"

#pragma GCC visibility push(hidden)

struct md_box;
struct md_count;
struct md_elements;

/* What list knows of the message of h: found, or begun. NULL: nothing is to be tried now (sections that are on their way to
 * us, too many messages or too long ones, or bad luck). */
struct md_count *md_count_of(struct md_count **list, const struct md_hint *h);

/* The luck of its guesses, for the hint. */
struct md_luck *md_count_luck(struct md_count *c);

/* A pass of so many units, these boxes, begins: e is the message; what no unit writes is complete. elements are counts of what its nest,
 * which owner executes, writes: where they are those of the message's elements, pieces go by these (elements.h). */
void md_count_begin(struct md_count *c, struct md_early *e, const struct md_box *box, unsigned units, const struct md_elements *elements,
                    const void *owner);

/* So many units are over; with the last one the pass is. */
void md_count_over(struct md_count *c, unsigned over);

/* The same for units of which nobody knows how many there will be: iterations of a loop. k of them are over, and with ends the
 * pass is; h is the message as it would be stated now. Returns how many are to be over the next time that this is to be
 * called, -1: not again in this pass. In the pass that learns that is not behind each: what is looked at takes no more than
 * an eighth of the time. */
int64_t md_count_unit(struct md_count **list, struct md_hint *h, int64_t k, bool ends);

/* What list holds is freed. */
void md_count_free(struct md_count **list);

/* MDMP_PROFILE: a line for this process. */
void md_count_report(void);

#pragma GCC visibility pop
#endif
