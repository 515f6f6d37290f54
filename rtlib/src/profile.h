/* MDMP_PROFILE: what each directive cost and won. */
#ifndef MDMP_PROFILE_H
#define MDMP_PROFILE_H

#include <stddef.h>

#include "rt.h"
#include "why.h"

#pragma GCC visibility push(hidden)

struct md_op;
struct md_place;
struct md_exchange;

void md_profile_op_posted(struct md_op *op);
void md_profile_op_ahead(struct md_op *op);
void md_profile_op_taken(struct md_op *op, const struct md_op *was);
void md_profile_op_came(struct md_op *op);
void md_profile_op_wait(struct md_op *op);
void md_profile_exchange_wait(struct md_exchange *ex);
void md_profile_place_wait(struct md_place *p);
void md_profile_any_wait(struct md_exchange *ex);
void md_profile_wait_over(void);
void md_profile_piece_fired(struct md_place *p, double *since, size_t bytes);
void md_profile_piece_again(struct md_place *p, size_t bytes);
void md_profile_begun_executed(struct md_place *p, double since);

/* A message stayed at its exchange, for w; section part of it is what that is about. */
void md_profile_why(struct md_place *p, enum md_why w, unsigned part, const struct md_whole *whole);

/* Collective, if any process asked for it: the table. */
void md_profile_report(void);

/* All of these cost a test of md_rt.profile when it is off. */
#define MD_PROFILE(call) \
  do \
    if (md_unlikely(md_rt.profile)) call; \
  while (0)

/* The message of op is on its way, or is expected. */
static inline void md_profile_posted(struct md_op *op) { MD_PROFILE(md_profile_op_posted(op)); }

/* A receive is expected before its exchange; its exchange, of which it was was, is executed. */
static inline void md_profile_ahead(struct md_op *op) { MD_PROFILE(md_profile_op_ahead(op)); }
static inline void md_profile_taken(struct md_op *op, const struct md_op *was) { MD_PROFILE(md_profile_op_taken(op, was)); }

/* It is complete. */
static inline void md_profile_came(struct md_op *op) { MD_PROFILE(md_profile_op_came(op)); }

/* From now on the program stands still: for op, for all of ex one after the
 * other, for room on the lane of p, for what may not stay pending of ex. Until waited. */
static inline void md_profile_need(struct md_op *op) { MD_PROFILE(md_profile_op_wait(op)); }
static inline void md_profile_wait(struct md_exchange *ex) { MD_PROFILE(md_profile_exchange_wait(ex)); }
static inline void md_profile_crowded(struct md_place *p) { MD_PROFILE(md_profile_place_wait(p)); }
static inline void md_profile_stand(struct md_exchange *ex) { MD_PROFILE(md_profile_any_wait(ex)); }
static inline void md_profile_waited(void) { MD_PROFILE(md_profile_wait_over()); }

/* A piece was sent before its exchange; *since, zero at first, is the time of the first one. */
static inline void md_profile_fired(struct md_place *p, double *since, size_t bytes) {
  MD_PROFILE(md_profile_piece_fired(p, since, bytes));
}

/* It had changed and goes again. */
static inline void md_profile_again(struct md_place *p, size_t bytes) { MD_PROFILE(md_profile_piece_again(p, bytes)); }

/* A message begun at *since is executed now. */
static inline void md_profile_executed(struct md_place *p, double since) { MD_PROFILE(md_profile_begun_executed(p, since)); }

#pragma GCC visibility pop
#endif
