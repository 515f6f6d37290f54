/* Lists: see list.h. */
#include "list.h"

#include <string.h>

enum { LOOK_AHEAD = 16 };

/* n blocks. A fixed size lets the compiler use one move for each; memory is called for ahead of time, since nobody
 * else can know where the next one is. */
static inline __attribute__((always_inline)) void copy_blocks(const ptrdiff_t *at, char *base, char *data, size_t size, size_t n,
                                                              bool pack) {
  for (size_t i = 0; i < n; i++, data += size) {
    if (i + LOOK_AHEAD < n) __builtin_prefetch(base + at[i + LOOK_AHEAD], 1);
    if (pack)
      memcpy(data, base + at[i], size);
    else
      memcpy(base + at[i], data, size);
  }
}

static void whole_blocks(const ptrdiff_t *at, char *base, char *data, size_t size, size_t n, bool pack) {
  switch (size) {
  case 4: copy_blocks(at, base, data, 4, n, pack); break;
  case 8: copy_blocks(at, base, data, 8, n, pack); break;
  case 16: copy_blocks(at, base, data, 16, n, pack); break;
  default: copy_blocks(at, base, data, size, n, pack);
  }
}

void md_list_transfer(const struct md_list *l, char *base, size_t block, size_t from, size_t length, char *data, bool pack) {
  const ptrdiff_t *at = l->at + from / block;
  size_t skip = from % block;
  while (length > 0) {
    size_t moved, n = length / block;
    if (skip != 0 || n == 0) {
      char *here = base + *at++ + skip;
      moved = block - skip < length ? block - skip : length;
      memcpy(pack ? data : here, pack ? here : data, moved);
      skip = 0;
    } else {
      whole_blocks(at, base, data, block, n, pack);
      at += n;
      moved = n * block;
    }
    data += moved;
    length -= moved;
  }
}

void md_list_reach(const struct md_list *l, size_t block, size_t from, size_t length, ptrdiff_t *lo, ptrdiff_t *hi) {
  size_t first = from / block, last = (from + length - 1) / block;
  if (first == 0 && last + 1 == l->n) {
    *lo = l->lo;
    *hi = l->hi + (ptrdiff_t)block;
    return;
  }
  *lo = *hi = l->at[first];
  for (size_t i = first + 1; i <= last; i++) {
    if (l->at[i] < *lo) *lo = l->at[i];
    if (l->at[i] > *hi) *hi = l->at[i];
  }
  *hi += (ptrdiff_t)block;
}
