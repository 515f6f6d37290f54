/* The registry of sites.
 *
 * Translated code keeps a handle, zero at first, for every exchange of the
 * text. At its first execution the site is registered and the handle becomes
 * its address; from then on everything that was found out for the site (lanes,
 * whether the other side knows its name) is one load away. Sites live as long
 * as the process: the handles are in the program's static memory. */
#include "site.h"

#include <stdlib.h>
#include <string.h>

#include "mdmp.h"
#include "pool.h"
#include "rt.h"
#include "skip.h"

/* The registry, the newest first, and how many directives it has: on the wire they are numbers. */
static struct md_site *sites;
static uint32_t places;
static struct md_table site_table, place_table;

/* Two handles may mean one site: an exchange and a nest that feeds it. */
static struct md_site *enter(const char *file, int line) {
  uint64_t key = md_key(md_key_text(file), (uint64_t)line);
  for (struct md_entry *e = md_table_find(&site_table, key); e != NULL; e = md_table_again(e)) {
    struct md_site *s = (struct md_site *)e;
    if (s->where.line == line && strcmp(s->where.file, file) == 0) return s;
  }
  size_t length = strlen(file) + 1;
  struct md_site *s = md_alloc(sizeof *s + length);
  memset(s, 0, sizeof *s);
  char *name = (char *)(s + 1);
  memcpy(name, file, length);
  s->where.file = name;
  s->where.line = line;
  s->next = sites;
  sites = s;
  md_table_add(&site_table, &s->entry, key);
  return s;
}

/* The program's text may go, with a library that is closed: a copy. */
static const char *kept(const char *text) {
  size_t length = strlen(text) + 1;
  return memcpy(md_alloc(length), text, length);
}

struct md_site *md_site_of(int64_t *x, const char *file, int line, const char *names) {
  _Atomic int64_t *handle = (_Atomic int64_t *)x;
  int64_t known = atomic_load_explicit(handle, memory_order_acquire);
  if (md_likely(known != 0)) return (struct md_site *)(intptr_t)known;
  md_lock();
  struct md_site *s = (struct md_site *)(intptr_t)atomic_load_explicit(handle, memory_order_relaxed);
  if (s == NULL) {
    s = enter(file, line);
    if (names != NULL && s->names == NULL) s->names = kept(names);
    atomic_store_explicit(handle, (int64_t)(intptr_t)s, memory_order_release);
  }
  md_unlock();
  return s;
}

/* The names of the directive at line, up to a ';' or the end; NULL: there are none. */
static const char *names_at(const char *names, int line) {
  while (names != NULL) {
    char *end;
    if (strtol(names, &end, 10) == line && *end == ':') return end + 1;
    names = strchr(names, ';');
    if (names != NULL) names++;
  }
  return NULL;
}

/* One name stands for all sections, else each has its own, which may be empty. */
const char *md_site_name(const struct md_site *s, int line, unsigned index, char *name, size_t room) {
  const char *at = names_at(s->names, line);
  if (at == NULL) return "the variable";
  size_t n = strcspn(at, ",;");
  for (; at[n] == ',' && index > 0; index--) {
    at += n + 1;
    n = strcspn(at, ",;");
  }
  if (n == 0 || n >= room) return "the variable";
  memcpy(name, at, n);
  name[n] = 0;
  return name;
}

struct md_place *md_place_of(struct md_site *s, int line) {
  uint64_t key = md_key((uintptr_t)s, (uint64_t)line);
  for (struct md_entry *e = md_table_find(&place_table, key); e != NULL; e = md_table_again(e)) {
    struct md_place *p = (struct md_place *)e;
    if (p->site == s && p->where.line == line) return p;
  }
  struct md_place *p = md_alloc(sizeof *p);
  memset(p, 0, sizeof *p);
  p->site = s;
  p->where.file = s->where.file;
  p->where.line = line;
  p->number = ++places;
  p->skip = md_rt.skips && md_skipped(p->where);
  p->next = s->places;
  s->places = p;
  md_table_add(&place_table, &p->entry, key);
  return p;
}

const struct md_site *md_sites(void) { return sites; }

void mdmp_site(int64_t *x, const char *file, int line) { md_site_of(x, file, line, NULL); }
