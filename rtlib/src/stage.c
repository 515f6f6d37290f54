/* Staging memory.
 *
 * Sections with strides, and messages of several sections, are packed into
 * plain memory before they are sent and unpacked after they are received.
 * MPI's derived datatypes would do the same inside; measured against them on
 * rows and planes from 1 KB to 8 MB, packing here was as fast or faster
 * (twice, for single elements under MPICH), and packing in pieces while the
 * first pieces travel gained nothing in shared memory.
 *
 * Memory is kept by size class (powers of two) and used again, so a program
 * that repeats itself allocates nothing. What was sent from is kept apart from
 * what was received into: the peer has read the former and its cache holds it,
 * and if the two changed places from one exchange to the next, rows of 128 KB
 * and more would take 4 to 15 % longer in shared memory (measured). */
#include "stage.h"

#include <stdlib.h>

#include "pool.h"

enum { LEAST = 10, CLASSES = 64 - LEAST };

/* What was given back, by direction and by the power of two of its size. */
static struct md_stage *spare[2][CLASSES];

struct md_stage *md_stage_take(size_t bytes, bool receiving) {
  unsigned class = 0;
  while (((size_t)1 << (class + LEAST)) < bytes) class++;
  struct md_stage *s = spare[receiving][class];
  if (s != NULL) {
    spare[receiving][class] = s->next;
    return s;
  }
  s = md_alloc(sizeof *s);
  s->size_class = class;
  s->receiving = receiving;
  s->data = md_alloc((size_t)1 << (class + LEAST));
  return s;
}

void md_stage_give(struct md_stage *s) {
  struct md_stage **list = &spare[s->receiving][s->size_class];
  s->next = *list;
  *list = s;
}

void md_stage_close(void) {
  for (unsigned i = 0; i < 2 * CLASSES; i++)
    for (struct md_stage **list = &spare[i / CLASSES][i % CLASSES]; *list != NULL;) {
      struct md_stage *s = *list;
      *list = s->next;
      free(s->data);
      free(s);
    }
}
