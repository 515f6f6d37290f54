/* MDMP_TIMEOUT: a wait that is too long tells who waits for what. */
#ifndef MDMP_TIMEOUT_H
#define MDMP_TIMEOUT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct md_exchange;

struct md_deadline {
  double at; /* on MPI_Wtime's clock; 0: never */
};

void md_deadline_start(struct md_deadline *d);
bool md_deadline_over(const struct md_deadline *d);

/* Prints what ex waits for, lets the other ranks do the same, aborts. */
_Noreturn void md_timeout(struct md_exchange *ex);

#pragma GCC visibility pop
#endif
