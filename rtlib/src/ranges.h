/* Sets of bytes: ranges, in any order and of any length, which may overlap; those that meet are one.
 *
 * A balanced tree (Andersson's: two kinds of rotation, no other cases) of ranges that do not touch. What is said in
 * order lengthens one range and makes no node; what is said in any order costs the logarithm of the number of ranges. */
#ifndef MDMP_RANGES_H
#define MDMP_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_stretch {
  struct md_stretch *left, *right;
  int level;
  int64_t lo, hi; /* lo .. hi-1 */
};

/* All zero: empty. */
struct md_ranges {
  struct md_stretch *root, *spare;
  unsigned n; /* ranges that do not touch */
};

/* Adds lo .. hi-1, which is not empty; returns the range that has it now. Valid until the next call. */
const struct md_stretch *md_ranges_add(struct md_ranges *t, int64_t lo, int64_t hi);

/* Whether all of lo .. hi-1 is in it. */
bool md_ranges_have(const struct md_ranges *t, int64_t lo, int64_t hi);

/* The first range that ends behind at; NULL: none. */
const struct md_stretch *md_ranges_behind(const struct md_ranges *t, int64_t at);

/* Empties it; the memory stays for the next one, or goes, too. */
void md_ranges_clear(struct md_ranges *t);
void md_ranges_free(struct md_ranges *t);

#pragma GCC visibility pop
#endif
