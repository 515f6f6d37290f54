/* Errors of completion calls come back to us instead of ending the program. */
#ifndef MDMP_GUARD_H
#define MDMP_GUARD_H

#pragma GCC visibility push(hidden)

/* Once, at the start: finds out what has to be guarded. */
void md_guard_start(void);

#include <mpi.h>

#ifdef OPEN_MPI
/* Errors go to the handler of the request's communicator, which is ours. */
static inline void md_guard_enter(void) {}
static inline void md_guard_leave(void) {}
static inline void md_guard_stand(void) {}
static inline void md_guard_rest(void) {}
static inline void md_guard_close(void) {}
#else
void md_guard_enter(void);
void md_guard_leave(void);

/* A region begins: until md_guard_rest each look costs no call of MPI more, if that goes. */
void md_guard_stand(void);
void md_guard_rest(void);

/* In MPI_Finalize. */
void md_guard_close(void);
#endif

#pragma GCC visibility pop
#endif
