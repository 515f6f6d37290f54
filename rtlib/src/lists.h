/* The lists that there are, each once, and sections through lists.
 *
 * The idea: what an exchange states of u(list(1:n)) is mostly what it stated last time, and sections
 * outlive their exchange: receives stay pending, messages are begun early, history
 * remembers what was sent. So a list that is stated becomes one that is kept, by its
 * contents: sections are the same if they have the same list, and it stays as it is whatever the program
 * does with its own. Whoever keeps a section holds its list. Those that nobody holds any more are kept
 * for a while, because the next execution will ask for them. */
#ifndef MDMP_LISTS_H
#define MDMP_LISTS_H

#include "section.h"

#pragma GCC visibility push(hidden)

/* What is wrong with a list. */
struct md_amiss {
  enum { MD_NOTHING_AMISS, MD_OUTSIDE, MD_TWICE } what;
  long long index, least, most; /* as the program counts */
};

/* Under the lock, all of it. The section that d describes but for its dimension dim (from 0), of which it has the elements
 * that list names, counted from low. It is held. */
void md_section_list(struct md_section *s, const struct CFI_cdesc_t *d, int dim, long long low, const struct CFI_cdesc_t *list,
                     struct md_where at);

/* Whether the list names elements that dimension dim of d does not have, or if once is set, one of them twice. */
struct md_amiss md_list_check(const struct CFI_cdesc_t *d, int dim, long long low, const struct CFI_cdesc_t *list, bool once);

/* The error, in words. */
_Noreturn void md_amiss_fail(const struct md_amiss *m, struct md_where at, const char *verb);

/* The sections are kept at one more place, or one less. */
void md_sections_hold(const struct md_section *s, unsigned n);
void md_sections_release(const struct md_section *s, unsigned n);

void md_lists_close(void);

#pragma GCC visibility pop
#endif
