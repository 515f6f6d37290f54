/* Units of a message: what nests write of it, one after the other.
 *
 * A unit is a part of the message. But a section of an array of four dimensions may
 * be written by nests that know the array as several of three: then every part that
 * divides into so many equal shares is as many units. */
#ifndef MD_UNITS_H
#define MD_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "section.h"

#pragma GCC visibility push(hidden)

/* How many units the parts are. */
unsigned md_units_count(const struct md_section *part, unsigned parts, unsigned shares);

/* The unit-th of them; says to which part it belongs. */
unsigned md_units_get(const struct md_section *part, unsigned shares, unsigned unit, struct md_section *s);

/* Bytes of each unit if there are several of the same length, else 0. */
size_t md_units_bytes(const struct md_section *part, unsigned parts, unsigned shares);

/* Where each of them ends, in bytes of the message. */
void md_units_ends(const struct md_section *part, unsigned parts, unsigned shares, size_t *end);

/* Whether all units that have bytes in lo .. hi-1 of the message are in the mask, which has a bit for each. */
bool md_units_within(const struct md_section *part, unsigned parts, unsigned shares, uint64_t mask, size_t lo, size_t hi);

#pragma GCC visibility pop
#endif
