/* Where a message is cut into pieces.
 *
 * Pieces have one length, so that many of them fill a frame each. But a piece that holds bytes of two sections
 * which different nests complete could only go with the later one: so none goes on behind an end. */
#ifndef MDMP_CUTS_H
#define MDMP_CUTS_H

#include <stdbool.h>
#include <stddef.h>

enum { MD_MOST_ENDS = 63 };

struct md_cuts {
  size_t step; /* no piece is longer */
  size_t fine; /* where nobody asks for a length, they are not longer than this, either; 0: that is left open */
  unsigned ends;
  size_t end[MD_MOST_ENDS]; /* ascending; the end of the message is not among them */
};

/* Where the piece ends that begins at byte at of a message. */
static inline size_t md_cuts_next(const struct md_cuts *c, size_t at, size_t bytes) {
  size_t to = bytes - at < c->step ? bytes : at + c->step;
  for (unsigned i = 0; i < c->ends; i++)
    if (c->end[i] > at) return c->end[i] < to ? c->end[i] : to;
  return to;
}

static inline bool md_cuts_same(const struct md_cuts *a, const struct md_cuts *b) {
  bool same = a->step == b->step && a->ends == b->ends;
  for (unsigned i = 0; same && i < a->ends; i++) same = a->end[i] == b->end[i];
  return same;
}

#endif
