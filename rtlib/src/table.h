/* Hash tables whose entries are members of what they find.
 *
 * Whatever a program can have thousands of (lanes, sites, directives) is found
 * in a time that does not depend on how many there are. A table knows keys of
 * 64 bits only: who looks walks the entries of a key and compares the rest. */
#ifndef MDMP_TABLE_H
#define MDMP_TABLE_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The first member of what is entered. */
struct md_entry {
  struct md_entry *next;
  uint64_t key;
};

struct md_table {
  struct md_entry **bucket;
  unsigned size, n; /* size: 0 or a power of two */
};

/* FNV-1a of n bytes: the same in every run. */
uint64_t md_hash(const char *data, size_t n);

/* Mixes a and b into a key. */
uint64_t md_key(uint64_t a, uint64_t b);
uint64_t md_key_text(const char *text);

void md_table_add(struct md_table *t, struct md_entry *e, uint64_t key);
void md_table_remove(struct md_table *t, struct md_entry *e);

/* The entries of a key: the first, and the one behind e; NULL: no more. */
struct md_entry *md_table_find(const struct md_table *t, uint64_t key);
struct md_entry *md_table_again(const struct md_entry *e);

/* Frees the table itself. */
void md_table_free(struct md_table *t);

#pragma GCC visibility pop
#endif
