/* Plans kept from one execution of a nest to the next, checked and not made again. */
#ifndef MD_KEPT_H
#define MD_KEPT_H

#include "plan.h"

#pragma GCC visibility push(hidden)

/* A plan starts with these loops: what is kept may serve if the last one was over the same. */
void md_kept_start(struct md_plan *p, int nloops, const struct md_loop *loop);

/* Whether the next footprint is the one that is kept: then it is stated. */
bool md_kept_print(struct md_plan *p, const struct md_view *array, int access, const struct md_subscript *sub, int look);

/* Whether the next message is the one that is kept, of the same sections: then it is planned; *touched: the nest touches it. */
bool md_kept_flow(struct md_plan *p, bool need, const struct md_section *part, unsigned parts, const struct md_cuts *cuts, bool *touched);

/* The next message has been planned anew. */
void md_kept_note(struct md_plan *p, bool need, const struct md_section *part, unsigned parts, const struct md_cuts *cuts, bool touched);

/* Whether the boxes that are kept are those of this plan; else that is said of those to be made. */
bool md_kept_cut(struct md_plan *p);

/* The boxes are no longer those of a plan. */
static inline void md_kept_drop(struct md_plan *p) { p->kept.cut = false; }

void md_kept_free(struct md_kept *k);

#pragma GCC visibility pop
#endif
