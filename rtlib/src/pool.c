/* Frame buffers.
 *
 * The pool grows by slabs while a program finds its rhythm and then no longer:
 * an exchange allocates nothing. Slabs are freed at MPI_Finalize. */
#include "pool.h"

#include <stdint.h>
#include <stdlib.h>

#include "frame.h"
#include "memory.h"
#include "rt.h"

enum { SLAB_BUFFERS = 8, ALIGNMENT = 64 };

struct md_slab {
  struct md_slab *next;
  struct md_buffer buffers[SLAB_BUFFERS];
  char *memory;
};

static struct md_pool *const pool = &md_rt.transport.pool;

static void grow(void) {
  struct md_slab *s = md_alloc(sizeof *s);
  s->memory = md_alloc((size_t)MD_FRAME_MAX * SLAB_BUFFERS + ALIGNMENT);
  char *start = s->memory + (ALIGNMENT - (uintptr_t)s->memory % ALIGNMENT) % ALIGNMENT;
  for (int i = 0; i < SLAB_BUFFERS; i++) {
    s->buffers[i].data = start + (size_t)i * MD_FRAME_MAX;
    md_pool_give(&s->buffers[i]);
  }
  s->next = pool->slabs;
  pool->slabs = s;
}

struct md_buffer *md_pool_take(void) {
  md_assert(md_alone());
  if (md_unlikely(pool->spare == NULL)) grow();
  struct md_buffer *b = pool->spare;
  pool->spare = b->next;
  return b;
}

void md_pool_give(struct md_buffer *b) {
  md_assert(md_alone());
  b->next = pool->spare;
  pool->spare = b;
}

void md_pool_close(void) {
  while (pool->slabs != NULL) {
    struct md_slab *s = pool->slabs;
    pool->slabs = s->next;
    free(s->memory);
    free(s);
  }
  pool->spare = NULL;
}
