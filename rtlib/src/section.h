/* A section: the bytes of one Fortran variable or section, in array element
 * order, wherever they lie. */
#ifndef MDMP_SECTION_H
#define MDMP_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#pragma GCC visibility push(hidden)

struct CFI_cdesc_t;

enum { MD_MAX_DIMS = 15 };

struct md_list;

/* Blocks of contiguous bytes, repeated n[0] times stride[0] apart, that n[1]
 * times, and so on. Neighbouring dimensions are merged: dims is 0 where the
 * bytes are contiguous. Or blocks where a list says (list.h); dims is 0 then, too. */
struct md_section {
  char *base;
  struct md_list *list; /* NULL: there is none. Whoever keeps the section holds it (lists.h) */
  uint64_t listed;      /* its number, 0: there is none */
  size_t bytes; /* in all */
  size_t block;
  size_t elem; /* bytes of an element of the variable, and its type (CFI_type_...): for messages */
  int type, dims;
  ptrdiff_t n[MD_MAX_DIMS];
  ptrdiff_t stride[MD_MAX_DIMS];
};

/* What a descriptor describes. The base of a variable that is not allocated is
 * NULL, whatever its bytes: an error only if a message is made of it. */
void md_section_of(struct md_section *s, const struct CFI_cdesc_t *d, struct md_where at);

/* Elements [offset, offset+count) of d in array element order, as one or more
 * sections; calls add for each of them in order. */
void md_section_range(const struct CFI_cdesc_t *d, long long offset, long long count, struct md_where at,
                      void (*add)(void *arg, const struct md_section *s), void *arg);

/* By hand: begin, one dimension after the other. A section without bytes has no blocks, either. */
void md_section_begin(struct md_section *s, char *base, const struct CFI_cdesc_t *d);
void md_section_along(struct md_section *s, ptrdiff_t extent, ptrdiff_t stride);

/* Bytes [from, from+length) of the section to and from plain memory. */
void md_section_pack(const struct md_section *s, size_t from, size_t length, char *to);
void md_section_unpack(const struct md_section *s, size_t from, size_t length, const char *data);

/* The same of a list of sections, whose bytes follow each other. */
void md_parts_pack(const struct md_section *part, size_t from, size_t length, char *to);
void md_parts_unpack(const struct md_section *part, size_t from, size_t length, const char *data);

/* Where bytes [from, from+length) of the list are, if they lie in one piece; NULL: they do not. */
char *md_parts_plain(const struct md_section *part, unsigned parts, size_t from, size_t length);

/* How many equal shares s consists of, in order, one of which lies between lo and hi; 0: none does, or all of s. */
unsigned md_section_cuts(const struct md_section *s, const char *lo, const char *hi);

/* Whether s consists of n equal shares; the i-th of them. */
bool md_section_divides(const struct md_section *s, unsigned n);
void md_section_share(const struct md_section *s, unsigned n, unsigned i, struct md_section *share);

/* Whether two messages are made of the same sections. */
bool md_section_same(const struct md_section *a, unsigned na, const struct md_section *b, unsigned nb);

static inline bool md_section_contiguous(const struct md_section *s) { return s->dims == 0 && s->list == NULL; }

#pragma GCC visibility pop
#endif
