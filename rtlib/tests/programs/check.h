/* What the random checks of single parts of the run time share: numbers from a seed, and CHECK. */
#ifndef MDMP_TESTS_CHECK_H
#define MDMP_TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state; /* of the random numbers; main sets it to the seed */

static inline int64_t pick(int64_t lo, int64_t hi) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return lo + (int64_t)((state >> 33) % (uint64_t)(hi - lo + 1));
}

#define CHECK(cond, ...)                          \
  do {                                            \
    if (!(cond)) {                                \
      printf("FAIL %s:%d: ", __FILE__, __LINE__); \
      printf(__VA_ARGS__);                        \
      printf("\n");                               \
      exit(1);                                    \
    }                                             \
  } while (0)

#endif
