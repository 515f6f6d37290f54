/* Memory that fails with a message. */
#ifndef MDMP_MEMORY_H
#define MDMP_MEMORY_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

void *md_alloc(size_t size);
void *md_zeroed(size_t size);

void *md_grow_slow(void *old, unsigned *room, unsigned n, size_t size);

/* An array with room for n elements of size bytes, the old ones kept. It doubles, so that a program which repeats
 * itself soon allocates nothing. */
static inline void *md_grow(void *old, unsigned *room, unsigned n, size_t size) {
  return __builtin_expect(n <= *room, 1) ? old : md_grow_slow(old, room, n, size);
}

#pragma GCC visibility pop
#endif
