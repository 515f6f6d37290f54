/* All trees of up to 64 ranks: each rank but the root is right below one other, which counts and numbers it, and the way up ends at the
 * root. Prints the longest way. */
#include <stdio.h>
#include <stdlib.h>

#include "tree.h"

static void must(int holds, struct pf_tree t, int rank) {
  if (holds) return;
  printf("%d ranks, root %d, rank %d\n", t.ranks, t.root, rank);
  exit(1);
}

static int way_up(struct pf_tree t, int rank) {
  int steps = 0;
  for (int at = rank; at != t.root; at = pf_tree_above(t, at)) must(++steps < t.ranks, t, rank);
  return steps;
}

static int check(struct pf_tree t) {
  int longest = 0, below[64] = {0};
  unsigned long numbers[64] = {0};
  must(pf_tree_above(t, t.root) == -1, t, t.root);
  for (int r = 0; r < t.ranks; r++) {
    int steps = way_up(t, r), above = pf_tree_above(t, r);
    if (steps > longest) longest = steps;
    if (r == t.root) continue;
    must(above >= 0 && above < t.ranks && above != r, t, r);
    must((numbers[above] & 1ul << pf_tree_number(t, r)) == 0, t, r);
    numbers[above] |= 1ul << pf_tree_number(t, r);
    below[above]++;
  }
  for (int r = 0; r < t.ranks; r++) must(below[r] == pf_tree_below(t, r) && numbers[r] == (1ul << below[r]) - 1, t, r);
  return longest;
}

int main(void) {
  int longest = 0;
  for (int ranks = 1; ranks <= 64; ranks++)
    for (int root = 0; root < ranks; root++) {
      int steps = check((struct pf_tree){root, ranks});
      if (steps > longest) longest = steps;
    }
  printf("%d\n", longest);
  return 0;
}
