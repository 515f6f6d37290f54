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

static const size_t bytes_of[MD_POOL_SIZES] = {MD_BUFFER_SMALL, MD_FRAME_MAX};

static struct md_pool *const pool = &md_rt.transport.pool;

static void grow(int size) {
  struct md_slab *s = md_alloc(sizeof *s);
  s->memory = md_alloc(bytes_of[size] * SLAB_BUFFERS + ALIGNMENT);
  char *start = s->memory + (ALIGNMENT - (uintptr_t)s->memory % ALIGNMENT) % ALIGNMENT;
  for (size_t i = 0; i < SLAB_BUFFERS; i++) {
    s->buffers[i].data = start + i * bytes_of[size];
    s->buffers[i].size = size;
    md_pool_give(&s->buffers[i]);
  }
  s->next = pool->slabs;
  pool->slabs = s;
}

struct md_buffer *md_pool_take(size_t bytes) {
  md_assert(md_alone() && bytes <= MD_FRAME_MAX);
  int size = bytes > MD_BUFFER_SMALL;
  if (md_unlikely(pool->spare[size] == NULL)) grow(size);
  struct md_buffer *b = pool->spare[size];
  pool->spare[size] = b->next;
  return b;
}

void md_pool_give(struct md_buffer *b) {
  md_assert(md_alone());
  b->next = pool->spare[b->size];
  pool->spare[b->size] = b;
}

void md_pool_close(void) {
  while (pool->slabs != NULL) {
    struct md_slab *s = pool->slabs;
    pool->slabs = s->next;
    free(s->memory);
    free(s);
  }
  pool->spare[0] = pool->spare[1] = NULL;
}
