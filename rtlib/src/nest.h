/* Nests in execution; the entry points are in mdmp.h. */
#ifndef MD_NEST_H
#define MD_NEST_H

#pragma GCC visibility push(hidden)

void md_nest_close(void);

/* MDMP_PROFILE: a line for this process. */
void md_nest_report(void);

#pragma GCC visibility pop
#endif
