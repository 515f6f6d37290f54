/* Counts for each element: the comparison form of count.h, as in the paper on managed data message passing.
 *
 * The text of a nest counts each write of an array that is sent, by a call or in line, in an array of one byte for each element. In the pass
 * that learns, the counts of a message's elements begin at 0; what they are behind the last box is what is expected. In later passes
 * they begin at minus that, so that an element has its last value when its count is 0. Behind each box it is looked which pieces
 * have no other count left. Counts go round at 256: a wrong one is a guess that is wrong, as all of them may be. */
#ifndef MDMP_ELEMENTS_H
#define MDMP_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "section.h"

#pragma GCC visibility push(hidden)

struct md_elements; /* counts of the arrays of a nest */
struct md_tally;    /* those of a message */

/* Counts of n elements of so many bytes from base on, for a nest that owner executes, until it says that it is over; NULL:
 * there is no room for so many. What nobody owns is used again. */
signed char *md_elements_of(struct md_elements **list, const void *owner, const void *base, size_t elem, size_t n);
void md_elements_over(struct md_elements *list, const void *owner);
void md_elements_free(struct md_elements **list);

/* Whether the nest of owner counts what it writes of these sections. Then *t is theirs, begun if it was NULL or of other sections;
 * it knows nothing then. */
bool md_tally_of(struct md_tally **t, const struct md_elements *list, const void *owner, const struct md_section *part, unsigned parts);
void md_tally_free(struct md_tally **t);
bool md_tally_knows(const struct md_tally *t);

/* A pass begins: one that learns, or not. It is over: what was counted is expected. */
void md_tally_begin(struct md_tally *t, bool learns);
void md_tally_learn(struct md_tally *t);

/* Whether bytes [at, at+length) of the message are as they are expected to be; *done of their elements, from the first on, are known to
 * be. */
bool md_tally_complete(struct md_tally *t, size_t at, size_t length, size_t *done);

/* MDMP_PROFILE: a line for this process. */
void md_elements_report(void);

#pragma GCC visibility pop
#endif
