/* Sections and descriptors as views (geom.h). */
#ifndef MD_VIEW_H
#define MD_VIEW_H

#include "geom.h"
#include "section.h"

#pragma GCC visibility push(hidden)

struct CFI_cdesc_t;

/* What a descriptor describes; an assumed-size array keeps its open end. */
void md_view_cdesc(struct md_view *v, const struct CFI_cdesc_t *d);

/* Whether an array may lie otherwise than its descriptor says, namely in one piece: that of an array is wrong (gfortran 12) if its distances are
 * what was in memory. One cannot tell it from that of an array with gaps: who must not miss an element reckons with both. */
bool md_view_otherwise(const struct md_view *v, struct md_view *other);

/* A section as it is, without knowing the array it belongs to. Of one with a list: all from its first byte in memory
 * to its last. */
void md_view_plain(struct md_view *v, const struct md_section *s);

/* A section in terms of array a: merged dimensions taken apart where a's shape tells how. */
void md_view_of(struct md_view *v, const struct md_section *s, const struct md_view *a);

/* The same of bytes [from, from+length) of a section with a list: all between the first of them in memory and the last. */
void md_view_reached(struct md_view *v, const struct md_section *s, size_t from, size_t length, const struct md_view *a);

#pragma GCC visibility pop
#endif
