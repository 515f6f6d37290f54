/* The end of communicators that nobody named. */
#ifndef MDMP_LEAVE_H
#define MDMP_LEAVE_H

#pragma GCC visibility push(hidden)

struct md_comm;

/* c, which was not named, has no part in anything any more: closes its lanes. */
void md_leave(struct md_comm *c);

/* In MPI_Finalize, where all were left: waits until all that came on them is read; until all that was sent on them is gone. */
void md_leave_read(void);
void md_leave_all(void);

#pragma GCC visibility pop
#endif
