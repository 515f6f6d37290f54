/* Frame buffers.
 *
 * The pool grows by slabs while a program finds its rhythm and then no longer:
 * an exchange allocates nothing. Slabs are freed at MPI_Finalize. */
#include "pool.h"

#include <stdint.h>
#include <stdlib.h>

#include "error.h"
#include "frame.h"
#include "rt.h"

enum { SLAB_BUFFERS = 8, ALIGNMENT = 64 };

struct slab {
  struct slab *next;
  struct md_buffer buffers[SLAB_BUFFERS];
  char *memory;
};

/* One pool for all lanes, so that what one has given back serves another. */
static struct slab *slabs;
static struct md_buffer *spare;

void *md_alloc(size_t size) {
  void *p = malloc(size > 0 ? size : 1);
  if (p == NULL) md_fail(MD_NOWHERE, "out of memory: %zu bytes", size);
  return p;
}

static void grow(void) {
  struct slab *s = md_alloc(sizeof *s);
  s->memory = md_alloc((size_t)MD_FRAME_MAX * SLAB_BUFFERS + ALIGNMENT);
  char *start = s->memory + (ALIGNMENT - (uintptr_t)s->memory % ALIGNMENT) % ALIGNMENT;
  for (int i = 0; i < SLAB_BUFFERS; i++) {
    s->buffers[i].data = start + (size_t)i * MD_FRAME_MAX;
    md_pool_give(&s->buffers[i]);
  }
  s->next = slabs;
  slabs = s;
}

struct md_buffer *md_pool_take(void) {
  if (md_unlikely(spare == NULL)) grow();
  struct md_buffer *b = spare;
  spare = b->next;
  return b;
}

void md_pool_give(struct md_buffer *b) {
  b->next = spare;
  spare = b;
}

void md_pool_close(void) {
  while (slabs != NULL) {
    struct slab *s = slabs;
    slabs = s->next;
    free(s->memory);
    free(s);
  }
  spare = NULL;
}
