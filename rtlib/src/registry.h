/* What stands at a line of the program's text, and was executed.
 *
 * Translated code keeps a handle, zero at first, for every exchange and nest.
 * At its first execution what the run time knows of it is made, and the handle
 * becomes its address: from then on all that was found out is one load away.
 * The handles are in the program's static memory, so nothing goes before the
 * process does. Two handles may mean one thing. */
#ifndef MDMP_REGISTRY_H
#define MDMP_REGISTRY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "table.h"

#pragma GCC visibility push(hidden)

/* The first member of what is registered. */
struct md_spot {
  struct md_entry entry;
  struct md_spot *next; /* the one before it */
  struct md_where where;
  const char *names; /* exchanges: of variables that may have no storage (spec/abi.md); NULL: not known */
};

struct md_registry {
  struct md_spot *first; /* the newest */
  struct md_table table;
};

struct md_spot *md_register(struct md_registry *r, int64_t *x, const char *file, int line, const char *names,
                            size_t size);

/* What the handle x stands for, size bytes, zero at first but for its beginning. */
static inline void *md_registered(struct md_registry *r, int64_t *x, const char *file, int line, const char *names,
                                  size_t size) {
  int64_t known = atomic_load_explicit((_Atomic int64_t *)x, memory_order_acquire);
  return __builtin_expect(known != 0, 1) ? (void *)(intptr_t)known : md_register(r, x, file, line, names, size);
}

#pragma GCC visibility pop
#endif
