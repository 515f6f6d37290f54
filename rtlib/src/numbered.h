/* Whether the program's calls are numbered. */
#ifndef MDMP_NUMBERED_H
#define MDMP_NUMBERED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The wrappers of numbered.c are linked: the program uses the API, and was linked with the flags for it. */
bool md_numbered(void);

/* The same of numberedf.c. That the API asks takes its object from the archive, also for programs in C: the linker leads the
 * calls that MPI's own libraries make of pmpi_improbe_ there, too (Open MPI's for mpi_f08). */
bool md_numbered_fortran(void);

/* Whether that is what Fortran has for a status of which nobody asks, in whatever module. */
bool md_ignored(const void *status);

#pragma GCC visibility pop
#endif
