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

/* Two handles may mean one site: an exchange and a nest that feeds it. */
static struct md_site *enter(const char *file, int line) {
  for (struct md_site *s = sites; s != NULL; s = s->next)
    if (s->where.line == line && strcmp(s->where.file, file) == 0) return s;
  size_t length = strlen(file) + 1;
  struct md_site *s = md_alloc(sizeof *s + length);
  memset(s, 0, sizeof *s);
  char *name = (char *)(s + 1);
  memcpy(name, file, length);
  s->where.file = name;
  s->where.line = line;
  s->next = sites;
  sites = s;
  return s;
}

struct md_site *md_site_of(int64_t *x, const char *file, int line) {
  _Atomic int64_t *handle = (_Atomic int64_t *)x;
  int64_t known = atomic_load_explicit(handle, memory_order_acquire);
  if (md_likely(known != 0)) return (struct md_site *)(intptr_t)known;
  md_lock();
  struct md_site *s = (struct md_site *)(intptr_t)atomic_load_explicit(handle, memory_order_relaxed);
  if (s == NULL) {
    s = enter(file, line);
    atomic_store_explicit(handle, (int64_t)(intptr_t)s, memory_order_release);
  }
  md_unlock();
  return s;
}

struct md_place *md_place_of(struct md_site *s, int line) {
  struct md_place *p = s->places;
  while (p != NULL && p->where.line != line) p = p->next;
  if (p != NULL) return p;
  p = md_alloc(sizeof *p);
  memset(p, 0, sizeof *p);
  p->where.file = s->where.file;
  p->where.line = line;
  p->number = ++places;
  p->skip = md_rt.skips && md_skipped(p->where);
  p->next = s->places;
  s->places = p;
  return p;
}

const struct md_site *md_sites(void) { return sites; }

void mdmp_site(int64_t *x, const char *file, int line) { md_site_of(x, file, line); }
