/* A list: where the blocks of an indexed section are, in bytes from its base. */
#ifndef MDMP_LIST_H
#define MDMP_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table.h"

#pragma GCC visibility push(hidden)

struct md_list {
  struct md_entry entry;
  uint64_t number;        /* no other list ever has it */
  unsigned holders;       /* who has sections with it (lists.c) */
  struct md_list *older, *newer; /* nobody has */
  ptrdiff_t *at, lo, hi;  /* of each block; the least and the greatest of them */
  unsigned n, room;
};

/* Bytes [from, from+length) of the blocks at base, each of block bytes, to (pack) or from plain memory. */
void md_list_transfer(const struct md_list *l, char *base, size_t block, size_t from, size_t length, char *data, bool pack);

/* The first byte from base on of the blocks that hold them, and the one behind the last. */
void md_list_reach(const struct md_list *l, size_t block, size_t from, size_t length, ptrdiff_t *lo, ptrdiff_t *hi);

#pragma GCC visibility pop
#endif
