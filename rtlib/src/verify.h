/* MDMP_VERIFY: every message a second time, plainly, and compared. */
#ifndef MDMP_VERIFY_H
#define MDMP_VERIFY_H

#include <stdbool.h>

#include "rt.h"

#pragma GCC visibility push(hidden)

struct md_op;
struct md_exchange;
struct md_lane;
struct md_comm;

/* Collective: a communicator for the second messages, if some process asked for them. */
void md_verify_comm(struct md_comm *c);

/* op is executed: sends it a second time, or expects it. */
void md_verify_posted(struct md_op *op);

/* Compares what is complete; true if something moved. */
bool md_verify_progress(void);

/* Whether second copies are not sent: who receives the messages waits for them, and MPI may need this process for that. */
bool md_verify_needs_us(void);

static inline bool md_verify_under_way(void) { return md_rt.messages.verify.shadows != NULL; }

/* MDMP_VERIFY=2. The receives of ex stay pending: until its bytes come a
 * section holds a pattern. They come through staging memory then. */
void md_verify_poison(struct md_exchange *ex);

/* The bytes of op have come: is the pattern untouched? */
void md_verify_untouched(struct md_op *op);

/* At the end of c: takes in what was sent a second time and never received on
 * lane l, n messages; then waits until all is sent. */
void md_verify_drop(struct md_lane *l, unsigned long long n);
void md_verify_close(struct md_comm *c);

#pragma GCC visibility pop
#endif
