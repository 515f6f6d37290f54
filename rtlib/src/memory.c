/* Memory that fails with a message: see memory.h. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

static void *or_fail(void *p, size_t size) {
  if (p == NULL) md_fail(MD_NOWHERE, "out of memory: %zu bytes", size);
  return p;
}

void *md_alloc(size_t size) { return or_fail(malloc(size > 0 ? size : 1), size); }

void *md_zeroed(size_t size) { return memset(md_alloc(size), 0, size); }

void *md_grow_slow(void *old, unsigned *room, unsigned n, size_t size) {
  enum { LEAST = 16 };
  unsigned more = *room > 0 ? *room : LEAST;
  while (more < n) more *= 2;
  old = or_fail(realloc(old, more * size), more * size);
  *room = more;
  return old;
}
