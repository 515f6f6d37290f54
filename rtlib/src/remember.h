/* MDMP_TUNE_FILE: the ways that exchanges keep, from run to run. */
#ifndef MDMP_REMEMBER_H
#define MDMP_REMEMBER_H

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_site;

/* Collective, if rank 0 has a file: reads it, for all. */
void md_remember_start(struct md_where at);

/* Before the first execution of s: tells its tuner what another run kept. */
void md_remember_tell(struct md_site *s);

/* Collective, if rank 0 has a file: writes it anew. */
void md_remember_write(void);

void md_remember_close(void);

#pragma GCC visibility pop
#endif
