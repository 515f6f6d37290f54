/* Staging memory: sections with strides pass through it. */
#ifndef MDMP_STAGE_H
#define MDMP_STAGE_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

struct md_stage {
  struct md_stage *next;
  unsigned size_class;
  bool receiving;
  char *data;
};

/* Under the lock. At least this many bytes. */
struct md_stage *md_stage_take(size_t bytes, bool receiving);
void md_stage_give(struct md_stage *s);
void md_stage_close(void);

#pragma GCC visibility pop
#endif
