/* Geometry: sections, arrays and iterations.
 *
 * The idea: the translator states how the subscripts of a nest depend on its
 * loops; what is sent and received are sections of memory. Both meet here, by
 * address: a section is mapped into the coordinates of an array, a part of it
 * becomes a block of elements, and a block becomes the rectangle of iterations
 * that may touch it. Every answer may be too large, never too small. Nothing
 * here knows MPI; all of it is plain arithmetic.
 */
#ifndef MDMP_GEOM_H
#define MDMP_GEOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MDMP_MAX_RANK = 15, MDMP_MAX_LOOPS = 2 };

/* A range of whole numbers, both ends included; empty if lo > hi. */
typedef struct mdmp_range {
  int64_t lo, hi;
} mdmp_range_t;

/* A strided view of memory: what a C descriptor says, strides in bytes.
 * extent[rank-1] of -1 (assumed size) means: not known. */
typedef struct mdmp_view {
  char *base;
  size_t elem; /* bytes of an element */
  int rank;
  int64_t extent[MDMP_MAX_RANK];
  int64_t stride[MDMP_MAX_RANK];
} mdmp_view_t;

/* Elements of an array, 0-based, a range for each dimension. */
typedef struct mdmp_block {
  int rank;
  mdmp_range_t dim[MDMP_MAX_RANK];
} mdmp_block_t;

/* Where a section lies in an array: element s of the section's dimension i is
 * element start[d] + step[i]*s of dimension d = dim[i] of the array. */
typedef struct mdmp_placing {
  bool exact;    /* false: overlaps in a way not understood; take the whole array */
  bool linear;   /* one run of adjacent elements over several dimensions */
  int64_t first; /* linear: its first element, counted in array element order */
  int rank;      /* of the array */
  int64_t extent[MDMP_MAX_RANK];
  int64_t start[MDMP_MAX_RANK];
  int srank; /* of the section */
  int64_t sextent[MDMP_MAX_RANK];
  int dim[MDMP_MAX_RANK]; /* -1: extent 1 */
  int64_t step[MDMP_MAX_RANK];
} mdmp_placing_t;

/* One subscript of a footprint: elements coef*v+lo .. coef*v+hi for the variable
 * v of loop 1 or 2; loop 0: elements lo .. hi. 0-based. */
typedef struct mdmp_subscript {
  int loop;
  int64_t coef, lo, hi;
} mdmp_subscript_t;

/* A boxed loop: first value, step (not 0) and trip count. */
typedef struct mdmp_loop {
  int64_t first, step, trip;
} mdmp_loop_t;

/* Iterations of one or two loops, numbered from 0, both ends included. */
typedef struct mdmp_rect {
  int64_t lo[MDMP_MAX_LOOPS], hi[MDMP_MAX_LOOPS];
} mdmp_rect_t;

/* First and one past the last byte that a view may touch; false if empty. */
bool mdmp_view_bytes(const mdmp_view_t *v, const char **lo, const char **hi);

/* Whether two views may share a byte. */
bool mdmp_view_overlap(const mdmp_view_t *a, const mdmp_view_t *b);

/* Number of elements of a view (0 if any extent is not positive). */
int64_t mdmp_view_count(const mdmp_view_t *v);

/* Maps section s into array a. Returns false if they share no byte. */
bool mdmp_place(const mdmp_view_t *a, const mdmp_view_t *s, mdmp_placing_t *p);

/* The smallest block of the array that holds elements first .. first+count-1 of
 * the section, in the section's element order. */
void mdmp_place_block(const mdmp_placing_t *p, int64_t first, int64_t count, mdmp_block_t *b);

/* The iterations that may touch block b through the subscripts sub[b->rank].
 * Returns false if there are none. */
bool mdmp_touching(const mdmp_block_t *b, const mdmp_subscript_t *sub, const mdmp_loop_t *loops, int nloops,
                   mdmp_rect_t *r);

/* Trip count of a DO loop (Fortran 2018, 11.1.7.4.1). step must not be 0. */
int64_t mdmp_trip(int64_t first, int64_t last, int64_t step);

/* The number of iterations that two rectangles share. */
int64_t mdmp_rect_common(const mdmp_rect_t *a, const mdmp_rect_t *b, int nloops);

#endif
