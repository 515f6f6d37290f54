/* Sets of bytes: see ranges.h. */
#include "ranges.h"

#include <stdlib.h>

#include "memory.h"

static struct md_stretch *node(struct md_ranges *t, int64_t lo, int64_t hi) {
  struct md_stretch *n = t->spare;
  if (n != NULL)
    t->spare = n->right;
  else
    n = md_alloc(sizeof *n);
  *n = (struct md_stretch){.level = 1, .lo = lo, .hi = hi};
  t->n++;
  return n;
}

static void give(struct md_ranges *t, struct md_stretch *n) {
  n->right = t->spare;
  t->spare = n;
  t->n--;
}

/* ---- the tree: levels fall to the left, and at most once to the right in a row ---- */

static int level(const struct md_stretch *n) { return n != NULL ? n->level : 0; }

static struct md_stretch *skew(struct md_stretch *n) {
  if (n == NULL || level(n->left) != n->level) return n;
  struct md_stretch *l = n->left;
  n->left = l->right;
  l->right = n;
  return l;
}

static struct md_stretch *split(struct md_stretch *n) {
  if (n == NULL || n->right == NULL || level(n->right->right) != n->level) return n;
  struct md_stretch *r = n->right;
  n->right = r->left;
  r->left = n;
  r->level++;
  return r;
}

static struct md_stretch *insert(struct md_stretch *at, struct md_stretch *n) {
  if (at == NULL) return n;
  if (n->lo < at->lo)
    at->left = insert(at->left, n);
  else
    at->right = insert(at->right, n);
  return split(skew(at));
}

/* After a node below at has gone. */
static struct md_stretch *settle(struct md_stretch *at) {
  int most = level(at->left) < level(at->right) ? level(at->left) + 1 : level(at->right) + 1;
  if (most < at->level) {
    at->level = most;
    if (level(at->right) > most) at->right->level = most;
  }
  at = skew(at);
  at->right = skew(at->right);
  if (at->right != NULL) at->right->right = skew(at->right->right);
  at = split(at);
  at->right = split(at->right);
  return at;
}

/* Takes out the first node of a tree. */
static struct md_stretch *cut_first(struct md_stretch *at, struct md_stretch **first) {
  if (at->left == NULL) {
    *first = at;
    return at->right; /* of level 1, as at was */
  }
  at->left = cut_first(at->left, first);
  return settle(at);
}

/* Takes out the node that begins at lo. */
static struct md_stretch *cut(struct md_stretch *at, int64_t lo, struct md_stretch **out) {
  if (lo < at->lo) {
    at->left = cut(at->left, lo, out);
  } else if (lo > at->lo) {
    at->right = cut(at->right, lo, out);
  } else {
    *out = at;
    if (at->right == NULL) return at->left;
    struct md_stretch *next, *rest = cut_first(at->right, &next);
    next->left = at->left;
    next->right = rest;
    next->level = at->level;
    at = next;
  }
  return settle(at);
}

/* The last range that begins at `at` or before, the first one that begins behind it. */
static struct md_stretch *before(const struct md_ranges *t, int64_t at) {
  struct md_stretch *found = NULL;
  for (struct md_stretch *n = t->root; n != NULL;) {
    if (n->lo <= at) found = n;
    n = n->lo <= at ? n->right : n->left;
  }
  return found;
}

static struct md_stretch *after(const struct md_ranges *t, int64_t at) {
  struct md_stretch *found = NULL;
  for (struct md_stretch *n = t->root; n != NULL;) {
    if (n->lo > at) found = n;
    n = n->lo > at ? n->left : n->right;
  }
  return found;
}

/* ---- the set ---- */

/* A range that touches lo .. hi-1, made to have it; NULL: none. The order of what begins where does not change. */
static struct md_stretch *lengthen(struct md_ranges *t, int64_t lo, int64_t hi) {
  struct md_stretch *m = before(t, lo);
  if (m == NULL || m->hi < lo) {
    m = after(t, lo);
    if (m == NULL || m->lo > hi) return NULL;
    m->lo = lo;
  }
  if (m->hi < hi) m->hi = hi;
  return m;
}

const struct md_stretch *md_ranges_add(struct md_ranges *t, int64_t lo, int64_t hi) {
  struct md_stretch *m = lengthen(t, lo, hi);
  if (m == NULL) {
    m = node(t, lo, hi);
    t->root = insert(t->root, m);
    return m;
  }
  for (struct md_stretch *next; (next = after(t, m->lo)) != NULL && next->lo <= m->hi;) {
    if (m->hi < next->hi) m->hi = next->hi;
    t->root = cut(t->root, next->lo, &next);
    give(t, next);
  }
  return m;
}

bool md_ranges_have(const struct md_ranges *t, int64_t lo, int64_t hi) {
  const struct md_stretch *m = before(t, lo);
  return m != NULL && m->hi >= hi;
}

const struct md_stretch *md_ranges_behind(const struct md_ranges *t, int64_t at) {
  const struct md_stretch *m = before(t, at);
  return m != NULL && m->hi > at ? m : after(t, at);
}

static void give_all(struct md_ranges *t, struct md_stretch *n) {
  if (n == NULL) return;
  struct md_stretch *right = n->right;
  give_all(t, n->left);
  give(t, n);
  give_all(t, right);
}

void md_ranges_clear(struct md_ranges *t) {
  give_all(t, t->root);
  t->root = NULL;
}

void md_ranges_free(struct md_ranges *t) {
  md_ranges_clear(t);
  for (struct md_stretch *n; (n = t->spare) != NULL;) {
    t->spare = n->right;
    free(n);
  }
}
