/* Sets of bytes: adds the ranges that come on standard input, one a line, and prints after each what the set is. "clear" empties it;
 * "have lo hi" and "behind at" ask. After each step the tree is looked at: in order, apart, balanced. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "error.h"
#include "ranges.h"

void md_fail(struct md_where at, const char *format, ...) {
  (void)at;
  printf("FAIL: %s\n", format);
  exit(1);
}

static int64_t end;
static unsigned seen;

static void look(const struct md_stretch *n) {
  if (n == NULL) return;
  int left = n->left != NULL ? n->left->level : 0, right = n->right != NULL ? n->right->level : 0;
  CHECK(left == n->level - 1, "a node of level %d has %d on its left", n->level, left);
  CHECK(right == n->level || right == n->level - 1, "a node of level %d has %d on its right", n->level, right);
  CHECK(right < n->level || n->right->right == NULL || n->right->right->level < n->level, "three of level %d in a row", n->level);
  look(n->left);
  CHECK(n->lo < n->hi && n->lo > end, "%lld-%lld behind %lld", (long long)n->lo, (long long)n->hi, (long long)end);
  printf(" %lld-%lld", (long long)n->lo, (long long)n->hi);
  end = n->hi;
  seen++;
  look(n->right);
}

int main(void) {
  struct md_ranges t = {0};
  char line[100];
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long lo, hi;
    if (strncmp(line, "clear", 5) == 0) {
      md_ranges_clear(&t);
    } else if (sscanf(line, "have %lld %lld", &lo, &hi) == 2) {
      printf("%s\n", md_ranges_have(&t, lo, hi) ? "yes" : "no");
      continue;
    } else if (sscanf(line, "behind %lld", &lo) == 1) {
      const struct md_stretch *r = md_ranges_behind(&t, lo);
      printf("%lld\n", r != NULL ? (long long)r->lo : -1LL);
      continue;
    } else {
      CHECK(sscanf(line, "%lld %lld", &lo, &hi) == 2, "what is %s", line);
      const struct md_stretch *r = md_ranges_add(&t, lo, hi);
      CHECK(r->lo <= lo && r->hi >= hi, "%lld-%lld for %lld-%lld", (long long)r->lo, (long long)r->hi, lo, hi);
    }
    end = -1;
    seen = 0;
    printf("%d:", (int)t.n);
    look(t.root);
    printf("\n");
    CHECK(seen == t.n, "%u ranges, %u counted", seen, t.n);
  }
  md_ranges_free(&t);
  return 0;
}
