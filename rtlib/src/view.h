/* Sections and descriptors as views (geom.h). */
#ifndef MD_VIEW_H
#define MD_VIEW_H

#include "geom.h"
#include "section.h"

#pragma GCC visibility push(hidden)

struct CFI_cdesc_t;

/* What a descriptor describes; an assumed-size array keeps its open end. */
void md_view_cdesc(struct md_view *v, const struct CFI_cdesc_t *d);

/* A section as it is, without knowing the array it belongs to. */
void md_view_plain(struct md_view *v, const struct md_section *s);

/* A section in terms of array a: merged dimensions taken apart where a's shape tells how. */
void md_view_of(struct md_view *v, const struct md_section *s, const struct md_view *a);

#pragma GCC visibility pop
#endif
