/* Sites and places: see site.h. */
#include "site.h"

#include <stdlib.h>
#include <string.h>

#include "mdmp.h"
#include "memory.h"
#include "rt.h"
#include "skip.h"

static struct md_sites *const sites = &md_rt.messages.sites;

struct md_site *md_site_of(int64_t *x, const char *file, int line, const char *names) {
  return md_registered(&sites->all, x, file, line, names, sizeof(struct md_site));
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
  const char *at = names_at(s->text.names, line);
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

int md_site_blocks(const struct md_site *s, int line) {
  for (const char *at = s->text.names; at != NULL; at = strchr(at, ';')) {
    char *end;
    if (*at == ';') at++;
    if (strtol(at, &end, 10) == line && *end == '!') return (int)strtol(end + 1, NULL, 10);
  }
  return 0;
}

struct md_place *md_place_of(struct md_site *s, int line) {
  uint64_t key = md_key((uintptr_t)s, (uint64_t)line);
  for (struct md_entry *e = md_table_find(&sites->place_table, key); e != NULL; e = md_table_again(e)) {
    struct md_place *p = (struct md_place *)e;
    if (p->site == s && p->where.line == line) return p;
  }
  struct md_place *p = md_zeroed(sizeof *p);
  p->site = s;
  p->where.file = s->text.where.file;
  p->where.line = line;
  p->number = ++sites->places;
  p->skip = md_rt.skips && md_skipped(p->where);
  p->next = s->places;
  s->places = p;
  md_table_add(&sites->place_table, &p->entry, key);
  return p;
}

const struct md_site *md_sites(void) { return (const struct md_site *)sites->all.first; }

void mdmp_site(int64_t *x, const char *file, int line) { md_site_of(x, file, line, NULL); }
