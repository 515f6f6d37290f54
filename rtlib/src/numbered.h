/* Whether the program's calls are numbered. */
#ifndef MDMP_NUMBERED_H
#define MDMP_NUMBERED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The wrappers of numbered.c are linked: the program uses the API, and was linked with the flags for it. */
bool md_numbered(void);

#pragma GCC visibility pop
#endif
