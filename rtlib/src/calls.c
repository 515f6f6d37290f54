/* Calls between managed procedures.
 *
 * The idea: a procedure that looks after pending receives itself says so, by its
 * global name, whenever it is entered. A caller in another file that has
 * receives pending asks before the call whether a procedure of this name has
 * been entered before: a name stands for one procedure of the program, so what
 * was announced once holds for all calls. If not, it completes all receives
 * first (spec/auto.md).
 *
 * What the procedure may itself leave pending is said by name, too: a grant is
 * for the procedure that is entered next under its name. A procedure that is
 * entered again before it has returned loses what it was granted, or gets a part
 * of it: all grants in one stay in a region stem from the procedure that holds
 * the region. */
#include "calls.h"

#include <ISO_Fortran_binding.h>
#include <stdlib.h>
#include <string.h>

#include "licence.h"
#include "pending.h"
#include "pool.h"
#include "rt.h"
#include "table.h"

struct procedure {
  struct md_entry entry;
  struct procedure *next;
  bool managed; /* it has announced itself */
  struct md_licence licence; /* taken when it was last entered */
  char name[];
};

/* All that was announced, called or granted so far; handles point into it until the end. */
static struct procedure *procedures;
static struct md_table by_name;

/* What was granted last, and to whom; NULL: it was taken. */
static struct procedure *granted;
static struct md_licence grant;

static const char *home;
static _Thread_local char me;

/* Of the OpenMP library, if the program has one. */
extern int omp_in_parallel(void) __attribute__((weak));

void md_home(void) { home = &me; }

bool md_elsewhere(void) { return home != &me || (omp_in_parallel != NULL && omp_in_parallel() != 0); }

static bool asleep(void) { return !md_rt.overlap || !md_rt.ready || md_elsewhere(); }

static struct procedure *find(const char *name) {
  uint64_t key = md_key_text(name);
  for (struct md_entry *e = md_table_find(&by_name, key); e != NULL; e = md_table_again(e))
    if (strcmp(((struct procedure *)e)->name, name) == 0) return (struct procedure *)e;
  size_t length = strlen(name) + 1;
  struct procedure *p = md_alloc(sizeof *p + length);
  p->managed = false;
  p->licence.n = 0;
  memcpy(p->name, name, length);
  p->next = procedures;
  procedures = p;
  md_table_add(&by_name, &p->entry, key);
  return p;
}

/* The procedure of a handle; only the thread that executes regions comes here. */
static struct procedure *of(int64_t *h, const char *name) {
  if (*h == 0) *h = (int64_t)(intptr_t)find(name);
  return (struct procedure *)(intptr_t)*h;
}

int mdmp_enter(int64_t *h, const char *name) {
  if (asleep()) return 0;
  struct procedure *p = of(h, name);
  p->managed = true;
  if (granted == p) p->licence = grant;
  else p->licence.n = 0;
  granted = NULL;
  return md_under_way();
}

void mdmp_grant(int64_t *h, const char *name) {
  granted = NULL;
  if (asleep()) return;
  granted = of(h, name);
  md_licence_new(&grant);
}

void mdmp_grant_array(CFI_cdesc_t *a) {
  if (granted == NULL || asleep()) return;
  struct md_view v;
  md_view_cdesc(&v, a);
  md_licence_add(&grant, &v);
}

void mdmp_pass(int64_t *h, const char *name, int64_t *mine, const char *my_name) {
  mdmp_grant(h, name);
  const struct md_licence *l = granted == NULL ? NULL : md_calls_licence(mine, my_name);
  if (l != NULL) grant = *l;
  else granted = NULL;
}

void mdmp_revoke(void) {
  if (!asleep()) md_revoke();
}

const struct md_licence *md_calls_licence(int64_t *h, const char *name) {
  if (asleep()) return NULL;
  const struct procedure *p = of(h, name);
  return md_licence_holds(&p->licence) ? &p->licence : NULL;
}

void mdmp_call(int64_t *h, const char *name) {
  if (asleep() || of(h, name)->managed) return;
  md_settle_all();
  md_revoke();
}

void md_calls_close(void) {
  granted = NULL;
  while (procedures != NULL) {
    struct procedure *p = procedures;
    procedures = p->next;
    free(p);
  }
  md_table_free(&by_name);
}
