/* The list of sends behind a statement: see fire.c. */
#ifndef MDMP_FIRE_H
#define MDMP_FIRE_H

#pragma GCC visibility push(hidden)

void md_fires_close(void);

#pragma GCC visibility pop
#endif
