/* Footprints that are looked up: x(column(j)), j from begins(i) to begins(i+1) - 1.
 *
 * The idea: the translator cannot know which elements a box touches whose subscripts stand in an index array. The
 * array itself says it, and nobody changes it while the nest runs; so it is read before the nest. The iterations of the loop along
 * which boxes look at other elements are divided into chunks; of each chunk the least and the greatest subscript
 * are kept. A chunk all of whose subscripts lie apart from what is received needs none of it. That is
 * enough where what is received lies behind all else, as meshes and sparse matrices have it.
 *
 * Reading costs less than the nest, but not nothing. What a region keeps as it is is read once in each stay in it. Elsewhere the
 * tuner's trials have it in their times. */
#ifndef MDMP_LOOKUP_H
#define MDMP_LOOKUP_H

#include "geom.h"

#pragma GCC visibility push(hidden)

/* Elements of an array of integers, as a footprint says. */
struct md_lookup_in {
  struct md_view array;
  struct md_subscript sub[MD_MAX_RANK];
  int64_t plus; /* is added to the element */
};

/* As it is stated. */
struct md_lookup {
  bool on;      /* there is one */
  bool fixed;   /* nothing changes in this stay in the region */
  bool certain; /* the loops, if none is empty, look at the last element of each range, so it exists even if an array does not say how long it is */
  bool rows;    /* the elements of in are those from .. to, and no others */
  int dim;      /* of the array that is touched */
  struct md_lookup_in in, from, to;
};

enum { MD_CHUNKS = 128 };

/* What was found: which elements of dimension dim each chunk of a loop may touch. */
struct md_looked {
  struct md_lookup what;
  struct md_loop loops[MD_MAX_LOOPS];
  uint64_t stay; /* in which it was read, */
  bool valid;    /* if it was */
  int loop;      /* from 0 */
  int chunks;
  struct md_range chunk[MD_CHUNKS];
};

/* Reads what is looked up, unless it is known from this stay (0: none). Says whether it can be said, and in
 * *same whether it is as it was the last time. */
bool md_lookup_read(struct md_looked *l, const struct md_lookup *what, const struct md_loop *loops, int nloops, uint64_t stay, bool *same);

/* The iterations of loop l->loop that may touch some elements: up to `most` runs of them, ascending; says how many. */
int md_lookup_runs(const struct md_looked *l, struct md_range elements, struct md_range *run, int most);

#pragma GCC visibility pop
#endif
