/* How long a wait lasts, and what it is time for. */
#ifndef MDMP_PATIENCE_H
#define MDMP_PATIENCE_H

#pragma GCC visibility push(hidden)

/* Zero at the beginning of a wait. */
struct md_patience {
  double since; /* on MPI_Wtime's clock */
  double next_look;
};

enum md_time {
  MD_WAIT,
  MD_LOOK,    /* once a second: for the reason */
  MD_SAY,     /* once in a process, after MDMP_STALL: what is waited for */
  MD_GIVE_UP, /* after MDMP_TIMEOUT */
};

/* Called while nothing happens. */
enum md_time md_patience(struct md_patience *p);

#pragma GCC visibility pop
#endif
