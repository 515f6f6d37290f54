/* Hash tables: see table.h. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

uint64_t md_key(uint64_t a, uint64_t b) {
  uint64_t k = (a ^ b * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  return k ^ k >> 32;
}

uint64_t md_hash(const char *data, size_t n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)data[i]) * 0x100000001b3u;
  return h;
}

uint64_t md_key_text(const char *text) { return md_key(md_hash(text, strlen(text)), 0); }

static struct md_entry **bucket(const struct md_table *t, uint64_t key) { return &t->bucket[key & (t->size - 1)]; }

static void insert(struct md_table *t, struct md_entry *e) {
  struct md_entry **b = bucket(t, e->key);
  e->next = *b;
  *b = e;
}

static void grow(struct md_table *t) {
  enum { LEAST = 16 };
  struct md_table old = *t;
  t->size = old.size > 0 ? 2 * old.size : LEAST;
  t->bucket = md_zeroed(t->size * sizeof *t->bucket);
  for (unsigned i = 0; i < old.size; i++)
    for (struct md_entry *e = old.bucket[i], *next; e != NULL; e = next) {
      next = e->next;
      insert(t, e);
    }
  free(old.bucket);
}

void md_table_add(struct md_table *t, struct md_entry *e, uint64_t key) {
  if (t->n >= t->size) grow(t);
  e->key = key;
  insert(t, e);
  t->n++;
}

void md_table_remove(struct md_table *t, struct md_entry *e) {
  struct md_entry **at = bucket(t, e->key);
  while (*at != e) at = &(*at)->next;
  *at = e->next;
  t->n--;
}

static struct md_entry *of_key(struct md_entry *e, uint64_t key) {
  while (e != NULL && e->key != key) e = e->next;
  return e;
}

struct md_entry *md_table_find(const struct md_table *t, uint64_t key) {
  return t->size > 0 ? of_key(*bucket(t, key), key) : NULL;
}

struct md_entry *md_table_again(const struct md_entry *e) { return of_key(e->next, e->key); }

void md_table_free(struct md_table *t) {
  free(t->bucket);
  *t = (struct md_table){0};
}
