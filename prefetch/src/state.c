/* The state, and how a program ends that cannot go on: see state.h. */
#include "state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct pf_state pf = {.lock = PTHREAD_MUTEX_INITIALIZER, .calling = PTHREAD_MUTEX_INITIALIZER, .listens = -1, .wake = -1};

_Noreturn void pf_fail(const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fprintf(stderr, "mdmp: error: rank %d: prefetching: %s\n", pf.rank, text);
  if (pf.real.Abort != NULL) pf.real.Abort(MPI_COMM_WORLD, 1);
  abort();
}

/* For table.c, which is the run time's. */
void *md_alloc(size_t size) {
  void *p = malloc(size > 0 ? size : 1);
  if (p == NULL) pf_fail("out of memory: %zu bytes", size);
  return p;
}

void *md_zeroed(size_t size) { return memset(md_alloc(size), 0, size); }
