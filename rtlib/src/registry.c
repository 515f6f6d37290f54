/* What stands at a line of the program's text: see registry.h. */
#include "registry.h"

#include <string.h>

#include "memory.h"
#include "rt.h"

/* The program's text may go, with a library that is closed: a copy. */
static const char *kept(const char *text) {
  size_t length = strlen(text) + 1;
  return memcpy(md_alloc(length), text, length);
}

static struct md_spot *enter(struct md_registry *r, const char *file, int line, size_t size) {
  uint64_t key = md_key(md_key_text(file), (uint64_t)line);
  for (struct md_entry *e = md_table_find(&r->table, key); e != NULL; e = md_table_again(e)) {
    struct md_spot *s = (struct md_spot *)e;
    if (s->where.line == line && strcmp(s->where.file, file) == 0) return s;
  }
  struct md_spot *s = md_zeroed(size);
  s->where = (struct md_where){kept(file), line};
  s->next = r->first;
  r->first = s;
  md_table_add(&r->table, &s->entry, key);
  return s;
}

struct md_spot *md_register(struct md_registry *r, int64_t *x, const char *file, int line, const char *names,
                            size_t size) {
  _Atomic int64_t *handle = (_Atomic int64_t *)x;
  md_lock();
  struct md_spot *s = (struct md_spot *)(intptr_t)atomic_load_explicit(handle, memory_order_relaxed);
  if (s == NULL) {
    s = enter(r, file, line, size);
    if (names != NULL && s->names == NULL) s->names = kept(names);
    atomic_store_explicit(handle, (int64_t)(intptr_t)s, memory_order_release);
  }
  md_unlock();
  return s;
}
