/* What a wait does that lasts: look for the reason, keep the time limit. */
#ifndef MDMP_TIMEOUT_H
#define MDMP_TIMEOUT_H

#pragma GCC visibility push(hidden)

struct md_exchange;

/* Zero at the beginning of a wait. */
struct md_patience {
  double since; /* on MPI_Wtime's clock */
  double next_look;
};

/* Called while nothing happens. May end the program. */
void md_patience_test(struct md_patience *p, struct md_exchange *ex);

#pragma GCC visibility pop
#endif
