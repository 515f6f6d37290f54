/* Geometry: sections, arrays and iterations.
 *
 * The idea: the translator states how the subscripts of a nest depend on its
 * loops; what is sent and received are sections of memory. Both meet here, by
 * address: a section is mapped into the coordinates of an array, a part of it
 * becomes a block of elements, and a block becomes the rectangle of iterations
 * that may touch it. Every answer may be too large, never too small. Nothing
 * here knows MPI; all of it is plain arithmetic.
 */
#ifndef MD_GEOM_H
#define MD_GEOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { MD_MAX_RANK = 15, MD_MAX_LOOPS = 3 };

/* A range of whole numbers, both ends included; empty if lo > hi. */
struct md_range {
  int64_t lo, hi;
};

/* A strided view of memory: what a C descriptor says, strides in bytes.
 * extent[rank-1] of -1 (assumed size) means: not known. */
struct md_view {
  char *base;
  size_t elem; /* bytes of an element */
  int rank;
  bool open; /* the last extent is what may be touched; it may be more than there is */
  int64_t held; /* bytes from base on that are certainly there though it is open, see md_view_hold */
  int64_t extent[MD_MAX_RANK];
  int64_t stride[MD_MAX_RANK];
};

/* Elements of an array, 0-based, a range for each dimension. */
struct md_block {
  int rank;
  struct md_range dim[MD_MAX_RANK];
};

/* Where a section lies in an array: element s of the section's dimension i is
 * element start[d] + step[i]*s of dimension d = dim[i] of the array. */
struct md_placing {
  bool exact;    /* false: overlaps in a way not understood; take the whole array */
  bool open;     /* the array is, and the section need not lie in what is held of it */
  bool linear;   /* one run of adjacent elements over several dimensions */
  int64_t first; /* linear: its first element, counted in array element order */
  int rank;      /* of the array */
  int64_t extent[MD_MAX_RANK];
  int64_t start[MD_MAX_RANK];
  int srank; /* of the section */
  int64_t sextent[MD_MAX_RANK];
  int dim[MD_MAX_RANK]; /* -1: extent 1 */
  int64_t step[MD_MAX_RANK];
};

/* One subscript of a footprint: elements coef*v+lo .. coef*v+hi for the variable
 * v of loop 1, 2 or 3; loop 0: elements lo .. hi. 0-based. */
struct md_subscript {
  int loop;
  int64_t coef, lo, hi;
};

/* A boxed loop: first value, step (not 0) and trip count. */
struct md_loop {
  int64_t first, step, trip;
};

/* Iterations of one, two or three loops, numbered from 0, both ends included. */
struct md_rect {
  int64_t lo[MD_MAX_LOOPS], hi[MD_MAX_LOOPS];
};

/* First and one past the last byte that a view may touch; false if empty. */
bool md_view_bytes(const struct md_view *v, const char **lo, const char **hi);

/* Whether two views may share a byte. */
bool md_view_overlap(const struct md_view *a, const struct md_view *b);

/* Number of elements of a view (0 if any extent is not positive). */
int64_t md_view_count(const struct md_view *v);

/* An array whose extent in the last dimension says nothing (a(*), and the a(1)
 * of old codes): as far as the iterations touch it. */
void md_view_extend(struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops);

/* The iterations certainly write the last element of the footprint, so all bytes of v up to
 * that are there. Nothing is held if a range of sub is empty. Strides must not be negative. */
void md_view_hold(struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops);

/* The bytes from the first element of v that the iterations may touch to the last; false if there is none. */
bool md_view_reach(const struct md_view *v, const struct md_subscript *sub, const struct md_loop *loops, const char **lo, const char **hi);

/* Maps section s into array a. Returns false if they share no byte. */
bool md_place(const struct md_view *a, const struct md_view *s, struct md_placing *p);

/* Whether every byte of the section lies in an element of the array. */
bool md_place_inside(const struct md_placing *p);

/* The smallest block of the array that holds elements first .. first+count-1 of
 * the section, in the section's element order. */
void md_place_block(const struct md_placing *p, int64_t first, int64_t count, struct md_block *b);

/* The iterations that may touch block b through the subscripts sub[b->rank].
 * Returns false if there are none. */
bool md_touching(const struct md_block *b, const struct md_subscript *sub, const struct md_loop *loops, int nloops,
                   struct md_rect *r);

/* Trip count of a DO loop (Fortran 2018, 11.1.7.4.1). step must not be 0. */
int64_t md_trip(int64_t first, int64_t last, int64_t step);

/* All iterations of the loops. */
struct md_rect md_rect_all(const struct md_loop *loops, int nloops);

/* The number of iterations that two rectangles share. */
int64_t md_rect_common(const struct md_rect *a, const struct md_rect *b, int nloops);

#pragma GCC visibility pop
#endif
