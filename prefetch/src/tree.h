/* Binomial trees over the ranks of a communicator, seen from a root: who stands above whom.
 *
 * Ranks are counted from the root on, round by turns. Above a rank is the one without its lowest bit; so those below one differ from it in
 * one bit each, and are numbered by that. */
#ifndef PF_TREE_H
#define PF_TREE_H

struct pf_tree {
  int root, ranks;
};

static inline int pf_tree_place(struct pf_tree t, int rank) { return (rank - t.root + t.ranks) % t.ranks; }

/* -1: it is the root. */
static inline int pf_tree_above(struct pf_tree t, int rank) {
  int at = pf_tree_place(t, rank);
  return at == 0 ? -1 : ((at & (at - 1)) + t.root) % t.ranks;
}

/* Which one of those below the one above it a rank is, from 0 on. Not for the root. */
static inline int pf_tree_number(struct pf_tree t, int rank) {
  int n = 0;
  for (int at = pf_tree_place(t, rank); at % 2 == 0; at /= 2) n++;
  return n;
}

/* How many are right below it. */
static inline int pf_tree_below(struct pf_tree t, int rank) {
  int at = pf_tree_place(t, rank), n = 0;
  for (int bit = 1; at + bit < t.ranks && (at & bit) == 0; bit *= 2) n++;
  return n;
}

#endif
