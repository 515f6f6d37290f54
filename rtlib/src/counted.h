/* Whether the program's calls are numbered. */
#ifndef MDMP_COUNTED_H
#define MDMP_COUNTED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The wrappers of counted.c are linked: the program uses the API, and was linked with the flags for it. */
bool md_counted(void);

#pragma GCC visibility pop
#endif
