/* Which processes run on this one's machine: what goes to the others goes over a wire. */
#ifndef MDMP_NEAR_H
#define MDMP_NEAR_H

#include <mpi.h>
#include <stdbool.h>

#include "error.h"

#pragma GCC visibility push(hidden)

/* Collective over world. */
void md_near_start(MPI_Comm world, struct md_where at);

/* Whether rank peer of comm is one of them. */
bool md_near(MPI_Comm comm, int peer);

/* Whether all ranks of comm are. */
bool md_near_all(MPI_Comm comm);

void md_near_close(void);

#pragma GCC visibility pop
#endif
