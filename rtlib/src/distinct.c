/* Lists of elements to receive into.
 *
 * Which value an element keeps that is in such a list twice is not defined. That is a mistake of the program, and one
 * that shows on some ranks of some partitions only; so MDMP_VERIFY looks for it. */
#include <stdlib.h>
#include <string.h>

#include "mdmp.h"
#include "memory.h"
#include "rt.h"
#include "site.h"

static int compare(const void *a, const void *b) {
  long long i = *(const long long *)a, k = *(const long long *)b;
  return (i > k) - (i < k);
}

void mdmp_distinct(int64_t *x, int line, const long long *list, long long n) {
  if (md_likely(md_rt.opt.verify == 0) || n < 2) return;
  const struct md_site *s = (const struct md_site *)(intptr_t)*x;
  size_t bytes = (size_t)n * sizeof *list;
  long long *sorted = md_alloc(bytes);
  memcpy(sorted, list, bytes);
  qsort(sorted, (size_t)n, sizeof *sorted, compare);
  for (long long i = 1; i < n; i++)
    if (sorted[i] == sorted[i - 1])
      md_fail((struct md_where){s->text.where.file, line},
              "the list of this recv holds %lld more than once: which value that element keeps is not defined", sorted[i]);
  free(sorted);
}
