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
};

/* Another number in each stay in a region. */
uint64_t md_region_stay(void);

#pragma GCC visibility pop
#endif
