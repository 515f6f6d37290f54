/* A region: the lexical code whose accesses to communicated data are managed. */
#ifndef MDMP_REGION_H
#define MDMP_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

#pragma GCC visibility push(hidden)

/* A region of the text. Its address is the handle r(1). */
struct md_region {
  struct md_region *next;
  struct md_where where;
  int comm;    /* of its clause, when it was looked at last; 0: never, or there is none */
  bool unlike; /* which has other processes than MPI_COMM_WORLD, or in another order; it was not told yet what that may mean */
};

/* A message at a place says no communicator. That of the region that is executed does not hold for it if it stands in a
 * procedure that is called: rank 0 warns, once a region. */
void md_region_unsaid(struct md_where at);

/* Another number in each stay in a region. */
uint64_t md_region_stay(void);

#pragma GCC visibility pop
#endif
