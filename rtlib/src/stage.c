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

#include "memory.h"
#include "rt.h"

static struct md_stages *const stages = &md_rt.transport.stages;

struct md_stage *md_stage_take(size_t bytes, bool receiving) {
  md_assert(md_alone());
  unsigned class = 0;
  while (((size_t)1 << (class + MD_STAGE_LEAST)) < bytes) class++;
  struct md_stage *s = stages->spare[receiving][class];
  if (s != NULL) {
    stages->spare[receiving][class] = s->next;
    return s;
  }
  s = md_alloc(sizeof *s);
  s->size_class = class;
  s->receiving = receiving;
  s->data = md_alloc((size_t)1 << (class + MD_STAGE_LEAST));
  return s;
}

void md_stage_give(struct md_stage *s) {
  md_assert(md_alone());
  struct md_stage **list = &stages->spare[s->receiving][s->size_class];
  s->next = *list;
  *list = s;
}

void md_stage_close(void) {
  for (unsigned i = 0; i < 2 * MD_STAGE_CLASSES; i++)
    for (struct md_stage **list = &stages->spare[i / MD_STAGE_CLASSES][i % MD_STAGE_CLASSES]; *list != NULL;) {
      struct md_stage *s = *list;
      *list = s->next;
      free(s->data);
      free(s);
    }
}
