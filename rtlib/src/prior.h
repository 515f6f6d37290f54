/* MDMP_PROBE_FILE: what mdmp probe measured, as the first thing to try. */
#ifndef MDMP_PRIOR_H
#define MDMP_PRIOR_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct md_site;

/* Collective, if rank 0 has a file: reads it, for all. */
void md_prior_start(struct md_where at);

/* The length of pieces to begin with, of at most most bytes. */
size_t md_prior_piece(bool far, size_t most);

/* Before the first execution of s, of which no other run is known: tells its tuner where early pieces cannot win. */
void md_prior_tell(struct md_site *s);

#pragma GCC visibility pop
#endif
