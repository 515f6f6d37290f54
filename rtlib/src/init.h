/* Start and end of the run time. */
#ifndef MDMP_INIT_H
#define MDMP_INIT_H

#include <stdbool.h>

#include "error.h"

#pragma GCC visibility push(hidden)

/* Collective. Right after MPI_Init, on behalf of its caller; once is enough. */
void md_start(struct md_where at, bool in_init);

/* The same from "!$mdmp init" or a region, where MPI_Init was not ours. */
void md_start_late(struct md_where at);

#pragma GCC visibility pop
#endif
